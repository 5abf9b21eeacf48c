import { existsSync } from 'node:fs'
import { isKit, type Kit, kits } from '../kits/kits.js'

export const usage: string = `Usage: latchkey-codemod <from> <paths…> [--dry]

  from     ${kits.join(', ')}
  paths    files, or folders of TypeScript and JavaScript
  --dry    says what it would change, and changes nothing`

export type Arguments =
  | { readonly kit: Kit; readonly paths: readonly string[]; readonly isDry: boolean }
  | { readonly fault: string }

/** What the command was asked to do, or what is wrong with that. */
export function parseArguments(args: readonly string[]): Arguments {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--dry')
  if (unknown) return { fault: `There is no ${unknown}.` }
  const [kit, ...paths] = args.filter((arg) => arg !== '--dry')
  if (kit === undefined) return { fault: 'Name the modal that the app has now.' }
  if (!isKit(kit)) return { fault: `"${kit}" is none of ${kits.join(', ')}.` }
  if (paths.length === 0) return { fault: 'Name the files or folders to change.' }
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) return { fault: `There is no ${missing}.` }
  return { kit, paths, isDry: args.includes('--dry') }
}
