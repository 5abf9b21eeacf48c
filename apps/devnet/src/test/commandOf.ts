import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** What a process was started with, as one text. */
export function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ').trim()
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
}
