package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Answers each line of standard input: what is signed, or whether a webhook verifies. Fields are base64, - is empty.
func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		given := strings.Split(lines.Text(), "\t")
		for i, text := range given[1:] {
			decoded, _ := base64.StdEncoding.DecodeString(strings.TrimSuffix(text, "-"))
			given[i+1] = string(decoded)
		}
		if given[0] == "sign" {
			fmt.Println(Sign(given[1], given[2], given[3], given[4], []byte(given[5]), given[6]))
		} else {
			now, _ := strconv.ParseFloat(given[3], 64)
			fmt.Println(Verify(given[1], []byte(given[2]), given[4:], now))
		}
	}
}
