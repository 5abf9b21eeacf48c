/** Characters of an email that are shown at most. [S5.5] */
const longest = 30

/** An email as it is shown: a long one ends in an ellipsis. [S5.5] */
export function toShortEmail(email: string): string {
  const characters = Array.from(email)
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : email
}
