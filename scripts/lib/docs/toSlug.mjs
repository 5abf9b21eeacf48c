/**
 * Returns the anchor of a heading, as GitHub generates it.
 *
 * @param {string} text
 */
export function toSlug(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
