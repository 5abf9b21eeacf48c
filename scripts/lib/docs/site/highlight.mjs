import ts from 'typescript'

const keywords = { first: ts.SyntaxKind.FirstKeyword, last: ts.SyntaxKind.LastKeyword }

/**
 * Returns code as HTML with highlighting: `k` keywords, `s` strings, `c` comments, `n` numbers. Uses TypeScript's own
 * scanner; in other languages, marks only comments and strings.
 *
 * @param {string} code
 * @param {string} language
 */
export function highlight(code, language) {
  if (/^[jt]sx?$/.test(language)) return highlightScript(code)
  const parts = /(^|\s)(#.*$)|("(?:[^"\\\n]|\\.)*"|'[^'\n]*')/gm
  let html = ''
  let at = 0
  for (const match of code.matchAll(parts)) {
    const [all, space = '', comment, text] = match
    if (comment !== undefined && language === 'json') continue
    html +=
      toHtmlText(code.slice(at, match.index) + space) + mark(comment === undefined ? 's' : 'c', comment ?? text ?? all)
    at = match.index + all.length
  }
  return html + toHtmlText(code.slice(at))
}

/** @param {string} code */
function highlightScript(code) {
  // text between tags is scanned as words, which is harmless: nothing is lost, and the scanner never throws
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code)
  let html = ''
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const name = toMark(kind)
    const text = scanner.getTokenText()
    html += name ? mark(name, text) : toHtmlText(text)
  }
  return html
}

/** @param {ts.SyntaxKind} kind */
function toMark(kind) {
  if (kind >= keywords.first && kind <= keywords.last) return 'k'
  if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia) return 'c'
  if (kind === ts.SyntaxKind.StringLiteral || kind === ts.SyntaxKind.NoSubstitutionTemplateLiteral) return 's'
  return kind === ts.SyntaxKind.NumericLiteral || kind === ts.SyntaxKind.BigIntLiteral ? 'n' : ''
}

/** @param {string} name @param {string} text */
const mark = (name, text) => `<span class="${name}">${toHtmlText(text)}</span>`

/** @param {string} text */
export function toHtmlText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
