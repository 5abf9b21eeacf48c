/** Letters of a name that are kept. */
const most = 100

/** What a contract calls itself, without what no database takes (NUL, halves of letters) and what turns or hides text. */
export function cleanName(text = ''): string {
  return text
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
}
