// Ranking of the entries of the search index, and the sentence that a result shows.

export const MOST_SHOWN = 12;
const MOST_CHARACTERS = 180;
// Words of a question that say nothing of its subject.
const FILLERS = new Set("a an and are at be by can do does for from get how i in is it me my of on or the to we what when where which with you your".split(" "));

/** An entry of the index, ready to be searched. */
export function prepare([kind, shown, address, sentences, words]) {
  const title = shown.toLowerCase();
  // The title of a section follows that of its page.
  const own = address.includes("#") ? title.slice(title.indexOf(": ") + 1) : title;
  const text = sentences.join(" ").toLowerCase();
  return { kind, shown, address, sentences, title, own, text, words: words.toLowerCase() };
}

/** The searched words of a text; the fillers only where there are no others. */
export function subject(text) {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_./-]+/u).filter(Boolean);
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length ? telling : words;
}

/** The weight of an entry for these words; 0 where it lacks one of them. */
function weigh(entry, words) {
  let weight = 0;
  for (const word of words) {
    if (entry.own.startsWith(word)) weight += 16;
    else if (entry.own.includes(` ${word}`)) weight += 12;
    else if (entry.title.includes(word)) weight += 6;
    else if (entry.text.includes(word)) weight += 2;
    else if (entry.words.includes(word)) weight += 1;
    else return 0;
  }
  return weight + 1 / entry.title.split(" ").length;
}

/** The best entries for a text, best first. Equal entries stay in the order of the index. */
export function rank(entries, text) {
  const words = subject(text);
  if (!words.length) return [];
  const whole = text.trim().toLowerCase();
  return entries
    .map((entry) => [weigh(entry, words) + (entry.title === whole ? 20 : 0), entry])
    .filter(([weight]) => weight)
    .sort(([one], [other]) => other - one)
    .slice(0, MOST_SHOWN)
    .map(([, entry]) => entry);
}

/** The sentence of an entry with most of these words, the first of equals; a long one is cut between two words. */
export function snippet(entry, words) {
  let [best, most] = ["", -1];
  for (const sentence of entry.sentences) {
    const text = sentence.toLowerCase();
    const count = words.filter((word) => text.includes(word)).length;
    if (count > most) [best, most] = [sentence, count];
  }
  if (best.length <= MOST_CHARACTERS) return best;
  return `${best.slice(0, best.lastIndexOf(" ", MOST_CHARACTERS))} …`;
}
