import { isAbsolute } from 'node:path'
import { listSecrets } from '@latchkey/server-kit/config'
import { z } from 'zod'
import { custodyConfig } from '../../../settings/variables.js'
import type { KekBackend } from './kekBackend.js'
import { openKekFile } from './kekFile.js'
import { openKekProgram } from './kekProgram.js'

/** The location of the key-encryption key: one of the two. */
export type KekOptions = {
  /** A file with 32 bytes in hex; readable for this account only, and never next to the database. */
  readonly kekFile?: string | undefined
  /** Any other backend. Takes precedence. */
  readonly kek?: KekBackend | undefined
}

export function openKek({ kekFile, kek }: KekOptions): KekBackend {
  if (kek) return kek
  if (kekFile === undefined) throw new Error('The location of the key-encryption key is not set.')
  return openKekFile(kekFile)
}

/** Secrets that a key program doesn't need. */
const ownSecrets = listSecrets(custodyConfig)

const commandSchema = z.array(z.string().min(1)).min(1)

/** Reads where the key is: `VAULT_KEK_FILE`, or `VAULT_KEK_COMMAND` as a JSON list of a program and its arguments. */
export function readKekOptions(environment: Readonly<Record<string, string | undefined>>): KekOptions {
  const [kekFile, text] = [environment['VAULT_KEK_FILE']?.trim(), environment['VAULT_KEK_COMMAND']?.trim()]
  if (kekFile && text) throw new Error('VAULT_KEK_FILE and VAULT_KEK_COMMAND are both set: set only one.')
  if (kekFile) return { kekFile }
  if (!text) throw new Error('Set VAULT_KEK_FILE or VAULT_KEK_COMMAND.')
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !ownSecrets.includes(name)))
  return { kek: openKekProgram({ command: parseCommand('VAULT_KEK_COMMAND', text), env }) }
}

/** Parses the JSON list of a variable. The path has to be absolute, so that PATH can't choose another program. */
export function parseCommand(variable: string, text: string): readonly [string, ...string[]] {
  try {
    const [file = '', ...args] = commandSchema.parse(JSON.parse(text))
    if (isAbsolute(file)) return [file, ...args]
  } catch {
    // throws below
  }
  throw new Error(`${variable} must be a JSON array: the absolute path of a program, and its arguments.`)
}
