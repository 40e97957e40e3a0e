# Answers each line of standard input: what is signed, or whether a webhook verifies. Fields are base64, - is nil.
require "base64"
require_relative "fulfilment"

STDIN.each_line(chomp: true) do |line|
  what, *fields = line.split("\t")
  given = fields.map { |text| text == "-" ? nil : Base64.strict_decode64(text) }
  if what == "sign"
    puts Fulfilment.sign(*given)
  else
    header, body, now, *secrets = given
    puts Fulfilment.verify(header, body, secrets, now.to_f)
  end
end
