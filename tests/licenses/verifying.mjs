// Puts cases, a JSON list on standard input, to the verifier for JavaScript; prints what it says to each as a JSON list.

import { LicenseFileError, verify } from "../../docs/licenses-offline/license-file.mjs";

let given = "";
for await (const piece of process.stdin.setEncoding("utf8")) given += piece;
const outcomes = JSON.parse(given).map(({ content, publicKey, ...rest }) => {
  try {
    return verify(content, publicKey, rest);
  } catch (problem) {
    return problem instanceof LicenseFileError ? problem.code : `${problem}`;
  }
});
process.stdout.write(JSON.stringify(outcomes));
