import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from './http.js'
import { getRequestId, toLogLine, withRequestId } from './log.js'

test('a failure is one line of JSON, with its place and without the text of its causes', () => {
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

test('what a parser quotes is not logged', () => {
  let cause: unknown
  try {
    JSON.parse('secret words')
  } catch (error) {
    cause = error
  }
  expect(toLogLine(cause, 0)).not.toContain('secret')
})

test('a request keeps its id, or gets one, for everything that it causes', async () => {
  const ids: (string | undefined)[] = []
  const { url, stop } = await listen(
    createServer((request, response) => {
      void withRequestId(request, response, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        ids.push(getRequestId())
        response.end()
      })
    }),
    { port: 0, host: '127.0.0.1' },
  )
  const send = async (id?: string): Promise<string | null> =>
    (await fetch(url, { headers: id === undefined ? {} : { 'x-request-id': id } })).headers.get('x-request-id')
  const returned = await Promise.all(['from-the-proxy-1', 'a b; c', undefined].map(send))
  expect(returned[0]).toBe('from-the-proxy-1')
  for (const id of returned.slice(1)) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(ids)).toEqual(new Set(returned))
  expect(getRequestId()).toBeUndefined()
  await stop()
})
