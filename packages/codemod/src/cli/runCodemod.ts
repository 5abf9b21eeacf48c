import { readFileSync, writeFileSync } from 'node:fs'
import { transform } from '../transform.js'
import { listSources } from './listSources.js'
import { parseArguments, usage } from './parseArguments.js'

export type Output = { readonly print: (line: string) => void; readonly warn: (line: string) => void }

/**
 * The command: rewrites the sources below the given paths, or only says what it would do (`--dry`).
 *
 * @returns the exit code: 0, or 2 where the arguments make no sense
 */
export function runCodemod(args: readonly string[], { print, warn }: Output): number {
  const parsed = parseArguments(args)
  if ('fault' in parsed) {
    warn(`${parsed.fault}\n\n${usage}`)
    return 2
  }
  const { kit, paths, isDry } = parsed
  let changed = 0
  let open = 0
  for (const path of listSources(paths)) {
    const before = readFileSync(path, 'utf8')
    const { text, notes } = transform({ kit, path, text: before })
    if (text === before) continue
    changed += 1
    open += notes.length
    print(`${isDry ? 'would change' : 'changed'} ${path}`)
    for (const { line, text: note } of notes) print(`  ${line}: ${note}`)
    if (!isDry) writeFileSync(path, text)
  }
  print(`${changed} ${changed === 1 ? 'file' : 'files'}, ${open} ${open === 1 ? 'place' : 'places'} left to you`)
  return 0
}
