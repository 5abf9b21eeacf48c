import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProgram } from './program.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-program-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const write = async (name: string, text: string): Promise<string> => {
  const file = join(folder, `${name}.mjs`)
  await writeFile(file, text)
  return file
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // it is gone
  }
}

describe('a program', () => {
  it('runs once it reports ready, sees only the given environment, and ends on stop', async () => {
    const file = await write(
      'good',
      "console.log(JSON.stringify({ ready: process.env.WORD === 'given' && process.env.HOME === undefined }))\nsetInterval(() => {}, 1000)",
    )
    const { pid, stop, exited } = await startProgram({ file, env: { WORD: 'given' } })
    expect(isAlive(pid)).toBe(true)
    await Promise.all([stop(), stop(), exited])
    expect(isAlive(pid)).toBe(false)
  })

  it.each([
    ['exits immediately', 30_000, 'throw new Error("no database")', /no database/],
    ['prints something else', 30_000, 'console.log("listening"); setInterval(() => {}, 1000)', /listening/],
    ['prints nothing', 800, 'setInterval(() => {}, 1000)', /was not ready within 800 ms/],
  ])('error: is rejected with a reason if it %s', async (name, timeoutMs, text, reason) => {
    const file = await write(name.replaceAll(' ', '-'), text)
    await expect(startProgram({ file, env: {}, timeoutMs })).rejects.toThrow(reason)
  })
})
