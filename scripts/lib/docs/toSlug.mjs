/**
 * The name that a heading can be linked by, as GitHub makes it.
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
