import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * @typedef {object} Step a list item of CONTRIBUTING.md that starts with the path of a file
 * @property {string} section
 * @property {string} path may contain `*`, for one file per language
 * @property {string} [copyOf] the file or folder that it starts as
 * @property {string} [without] a file that is not copied
 * @property {readonly Block[]} blocks
 */
/** @typedef {{ readonly isDiff: boolean, readonly text: string }} Block a change of the file, or all of it */

const item = /^(?:\d+\.|-) `([^`]+)`(?:, a copy of `([^`]+)`(?: without `([^`]+)`)?)?/

/**
 * Reads the steps of the sections "Add …".
 *
 * @param {string} markdown
 * @returns {readonly Step[]}
 */
export function parseRecipes(markdown) {
  return markdown
    .split(/^## /m)
    .filter((section) => section.startsWith('Add '))
    .flatMap((section) => {
      const [title = '', ...lines] = section.split('\n')
      /** @type {(Step & { blocks: Block[] })[]} */
      const steps = []
      for (let index = 0; index < lines.length; index += 1) {
        const line = lines[index] ?? ''
        const [, path, copyOf, without] = item.exec(line) ?? []
        if (path)
          steps.push({ section: title, path, blocks: [], ...(copyOf && { copyOf }), ...(without && { without }) })
        const [, indent, language] = /^( +)```(\w+)$/.exec(line) ?? []
        if (indent === undefined) continue
        const end = lines.indexOf(`${indent}\`\`\``, index)
        const text = lines.slice(index + 1, end).map((row) => row.slice(indent.length))
        steps.at(-1)?.blocks.push({ isDiff: language === 'diff', text: `${text.join('\n')}\n` })
        index = end
      }
      return steps
    })
}

/**
 * Applies a step to a tree.
 *
 * @param {Step} step
 * @param {string} folder the tree
 * @returns {string[]} a line per block that does not apply
 */
export function applyStep({ section, path, copyOf, without, blocks }, folder) {
  if (copyOf) {
    if (!existsSync(join(folder, copyOf))) return [`${section}: ${copyOf} does not exist.`]
    const filter = (/** @type {string} */ source) => basename(source) !== without
    cpSync(join(folder, copyOf), join(folder, path), { recursive: true, filter })
  }
  const files = expand(path, folder)
  return blocks.flatMap(({ isDiff, text }) =>
    files.flatMap((name) => {
      const file = join(folder, name)
      if (!isDiff && existsSync(file)) return [`${section}: ${name} exists already.`]
      if (isDiff && !existsSync(file)) return [`${section}: ${name} does not exist.`]
      mkdirSync(dirname(file), { recursive: true })
      try {
        writeFileSync(file, isDiff ? applyDiff(readFileSync(file, 'utf8'), text) : text)
        return []
      } catch (cause) {
        return [`${section}: a block for ${name} no longer applies: ${cause instanceof Error ? cause.message : cause}`]
      }
    }),
  )
}

/**
 * @param {string} path in which one folder may be `*`
 * @param {string} folder
 */
function expand(path, folder) {
  const [before = '', after] = path.split('*')
  if (after === undefined) return [path]
  return readdirSync(join(folder, before))
    .map((name) => `${before}${name}${after}`)
    .filter((name) => existsSync(join(folder, name)))
}

/**
 * Applies a diff, whose parts are separated by `@@`. Lines are found by their text; spaces may differ, as in tables.
 *
 * @param {string} source
 * @param {string} diff
 */
export function applyDiff(source, diff) {
  let lines = source.split('\n')
  for (const hunk of diff.trimEnd().split(/^@@\n/m)) {
    const rows = hunk.trimEnd().split('\n')
    const old = rows.filter((row) => !row.startsWith('+')).map(toComparable)
    const found = lines.flatMap((_, start) =>
      old.every((row, offset) => toComparable(` ${lines[start + offset]}`) === row) ? [start] : [],
    )
    const [start] = found
    if (start === undefined || found.length > 1) throw new Error(`"${old[0]}" is there ${found.length} times.`)
    let next = start
    const changed = rows.flatMap((row) => {
      if (row.startsWith('+')) return [row.slice(1)]
      next += 1
      return row.startsWith('-') ? [] : [lines[next - 1] ?? '']
    })
    lines = [...lines.slice(0, start), ...changed, ...lines.slice(next)]
  }
  return lines.join('\n')
}

/** @param {string} row with its mark */
function toComparable(row) {
  return row.slice(1).replace(/\s+/g, ' ').trim()
}
