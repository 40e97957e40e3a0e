import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Answers each line of standard input: what is signed, or whether a webhook verifies. Fields are base64, - is null. */
public final class Driver {
    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            List<byte[]> given = new ArrayList<>();
            String[] fields = line.split("\t", -1);
            for (int i = 1; i < fields.length; i++) {
                given.add(fields[i].equals("-") ? null : Base64.getDecoder().decode(fields[i]));
            }
            if (fields[0].equals("sign")) {
                System.out.println(Fulfilment.sign(text(given.get(0)), text(given.get(1)), text(given.get(2)),
                        text(given.get(3)), given.get(4), text(given.get(5))));
            } else {
                List<String> secrets = given.subList(3, given.size()).stream().map(Driver::text).toList();
                double now = Double.parseDouble(text(given.get(2)));
                System.out.println(Fulfilment.verify(text(given.get(0)), given.get(1), secrets, now));
            }
        }
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
