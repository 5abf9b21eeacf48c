import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'

export type QuickStart = {
  /** Commands to run before the app is written, in order. */
  readonly before: readonly string[]
  /** Path of the code's file. */
  readonly file: string
  readonly code: string
  /** The command that starts the app. */
  readonly start: string
}

/** The README's quick start: the exact commands and code that users read. */
export function readQuickStart(): QuickStart {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const section = /^## Quick start\n(.*?)^## /ms.exec(text)?.[1] ?? ''
  const [first, last] = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, body = '']) => body.trim().split('\n'))
  const [, file, code] = /^`([\w./]+)`:\n\n```tsx\n(.*?)^```/ms.exec(section) ?? []
  const start = last?.[0]
  if (!first || !file || !code || !start)
    throw new Error('The README has no quick start of commands, a file and a start.')
  return { before: first, file, code, start }
}
