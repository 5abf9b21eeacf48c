import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type KeyProgram = {
  readonly command: readonly [string, ...string[]]
  /** Sets how it behaves from now on. Default: correctly. */
  readonly behave: (how: KeyProgramFault | 'well') => Promise<void>
  /** Returns the stored keys. */
  readonly getKeys: () => Promise<readonly string[]>
  readonly setKeys: (keys: readonly string[]) => Promise<void>
  /** Returns the ids of its processes that hang, including child processes. */
  readonly getHanging: () => Promise<readonly number[]>
}

export type KeyProgramFault =
  | 'short'
  | 'three'
  | 'hang'
  | 'exit'
  | 'exit after an answer'
  | 'killed'
  | 'garbage'
  | 'silent'
  | 'huge'
  | 'error'
  | 'read only'
  | 'lie'

const source = `
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
const [folder] = process.argv.slice(2)
const how = readFileSync(folder + '/how', 'utf8')
const question = JSON.parse(readFileSync(0, 'utf8'))
if (question.v !== 1 || process.env.DATABASE_URL || process.env.SMTP_URL) process.exit(9)
const read = () => JSON.parse(readFileSync(folder + '/store.json', 'utf8'))
const keep = (keys) => {
  writeFileSync(folder + '/draft.json', JSON.stringify(keys), { mode: 0o600 })
  renameSync(folder + '/draft.json', folder + '/store.json')
}
const say = (answer) => process.stdout.write(JSON.stringify(answer))
console.error('debug: ' + JSON.stringify(question) + readFileSync(folder + '/store.json', 'utf8'))
if (how === 'short') say({ keys: ['ab'.repeat(31)] })
else if (how === 'three') say({ keys: ['ab', 'cd', 'ef'].map((one) => one.repeat(32)) })
else if (how === 'exit') process.exitCode = 3
else if (how === 'killed') process.kill(process.pid, 'SIGTERM')
else if (how === 'garbage') process.stdout.write('key: ' + read()[0])
else if (how === 'huge') process.stdout.write(' '.repeat(1_000_000))
else if (how === 'error') say({ error: 'The token\\n has expired; key ' + 'ab'.repeat(32) })
else if (how === 'hang') {
  // the child process shares its output
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'] })
  appendFileSync(folder + '/hanging', process.pid + ' ' + other.pid + ' ')
  setInterval(() => {}, 1000)
} else if (question.do === 'read') say({ keys: read() })
else if (how === 'read only') say({ readOnly: true })
else if (how === 'lie') say({ done: true })
else if (how !== 'silent') {
  if (question.do === 'replace' || read().length === 0) keep(question.keys)
  say({ done: true })
}
if (how === 'exit after an answer') process.exitCode = 4
`

/** Writes a program like an operator's, which stores keys in a folder, and fails on demand. */
export async function writeKeyProgram(folder: string): Promise<KeyProgram> {
  const file = join(folder, 'keys.mjs')
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)
  await Promise.all([write('keys.mjs', source), write('how', 'well'), write('store.json', '[]'), write('hanging', '')])
  return {
    command: [process.execPath, file, folder],
    behave: (how) => write('how', how),
    getKeys: async () => JSON.parse(await readFile(join(folder, 'store.json'), 'utf8')) as readonly string[],
    setKeys: (keys) => write('store.json', JSON.stringify(keys)),
    getHanging: async () => ((await readFile(join(folder, 'hanging'), 'utf8')).match(/\d+/g) ?? []).map(Number),
  }
}
