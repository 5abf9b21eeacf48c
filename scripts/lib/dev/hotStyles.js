// Runs in pages of the development server. It remembers the text that each constructed stylesheet was made from, so that a
// changed stylesheet replaces its text in all of them: an open modal stays open.

/** @typedef {{ replaceSync: (text: string) => void }} Sheet of the browser's own type, the part that is used here */

/**
 * All versions of each file's text since the page was loaded, the newest last: modules that were loaded before a change
 * still pass an older one.
 *
 * @type {Map<string, string[]>}
 */
const texts = new Map()

/** @type {Set<{ sheet: WeakRef<Sheet>, text: string }>} */
const sheets = new Set()

/** @type {Sheet} */
const prototype = Reflect.get(globalThis, 'CSSStyleSheet').prototype
const { replaceSync } = prototype

prototype.replaceSync = function (text) {
  for (const entry of sheets) if ([undefined, this].includes(entry.sheet.deref())) sheets.delete(entry)
  sheets.add({ sheet: new WeakRef(this), text })
  replaceSync.call(this, toNewest(text))
}

/**
 * Called by each stylesheet module when it is loaded, and again when the file has changed.
 *
 * @param {string} path
 * @param {string} text
 */
export function keepText(path, text) {
  const known = texts.get(path) ?? []
  texts.set(path, [...known.filter((one) => one !== text), text])
  if (known.length === 0) return text
  for (const { sheet, text: original } of sheets) {
    const current = sheet.deref()
    if (current) replaceSync.call(current, toNewest(original))
  }
  return text
}

/** @param {string} text of one file or of several in a row */
function toNewest(text) {
  let result = text
  for (const known of texts.values()) {
    const newest = known.at(-1) ?? ''
    // a longer text may contain an older, shorter one
    const [own] = known
      .filter((one) => one !== '' && text.includes(one))
      .sort((one, other) => other.length - one.length)
    // a function, since `$&` has a meaning in a replacement string
    if (own !== undefined) result = result.replace(own, () => newest)
  }
  return result
}
