import { expect, test } from 'vitest'
import { createLogger, Notice, toLogLine } from './log.js'

test('logs an error as one line of JSON, with its stack and without the messages of its causes', () => {
  const secret = new Error('seed: abandon abandon ability')
  const cause = Object.assign(new TypeError('The wallet\ncan’t be opened.', { cause: secret }), { code: 'BROKEN' })
  const line = toLogLine(cause, 0)
  expect(line).not.toMatch(/\n|abandon/)
  expect(JSON.parse(line)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'error',
    name: 'TypeError',
    code: 'BROKEN',
    message: 'The wallet\ncan’t be opened.',
    causes: [{ name: 'Error' }],
    at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
  })
})

test.each([
  ['postgres://vault:hunter2@db.internal/vault is gone', 'postgres://…@db.internal/vault is gone'],
  ['no mail to alice+tag@mail.example: refused', 'no mail to …: refused'],
  ['invalid input for type bigint: "123456"', 'invalid input for type bigint: "…"'],
  [`token ${'aB3-'.repeat(8)} is unknown`, 'token … is unknown'],
  [`eip155:1:0x${'ab'.repeat(20)} of block 12345678`, 'eip155:1:… of block 12345678'],
  ['/etc/vault/projects.json is not a list of projects', '/etc/vault/projects.json is not a list of projects'],
])('the message %j is logged without secrets', (message, logged) => {
  expect(JSON.parse(toLogLine(new Error(message), 0))).toMatchObject({ message: logged })
})

test('does not log input that a parser quotes', () => {
  let cause: unknown
  try {
    JSON.parse('secret words')
  } catch (error) {
    cause = error
  }
  expect(toLogLine(cause, 0)).not.toContain('secret')
})

test('a notice is logged at its own level, without a stack', () => {
  const notice = new Notice('The certificate expires in 12 days.', { level: 'warn' })
  expect(JSON.parse(toLogLine(notice, 0))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    name: 'Notice',
    message: 'The certificate expires in 12 days.',
  })
})

test('writes only lines of the chosen level and above', () => {
  const lines: string[] = []
  const { warn, logRequest } = createLogger({ level: 'error', write: (_, level) => lines.push(level) })
  warn(new Notice('Soon.', { level: 'warn' }))
  logRequest({ method: 'GET', path: '/', status: 200, milliseconds: 1 })
  warn(new Error('Now.'))
  expect(lines).toEqual(['error'])
})

test('logs no requests of probes and polls', () => {
  const lines: string[] = []
  const { logRequest } = createLogger({ polls: ['/projects'], write: (line) => lines.push(line) })
  for (const path of ['/health', '/ready', '/projects', '/call'])
    logRequest({ method: 'POST', path, status: 200, milliseconds: 1 })
  expect(lines.map((line) => (JSON.parse(line) as { path: string }).path)).toEqual(['/call'])
})
