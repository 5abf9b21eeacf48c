import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSite, startSite } from '../startSite.js'
import { type Counterpart, startCounterpart } from '../test/startCounterpart.js'
import { writeFrameFolder } from '../test/writeFrameFolder.js'

let site: RunningSite
let custody: Counterpart
let frameFolder: string
let code: string

beforeAll(async () => {
  frameFolder = await writeFrameFolder()
  custody = await startCounterpart({ onNotice: () => ({ error: { code, message: 'Not now.' } }) })
  site = await startSite({ projects: new Map(), networks: [], custody: custody.socket, port: 0, frameFolder })
})
afterAll(async () => {
  await site.stop()
  await custody.stop()
  await rm(frameFolder, { recursive: true })
})

test.each([
  ['EMAIL_TAKEN', 409],
  ['LAST_LOGIN', 409],
  ['TOO_MANY', 409],
  ['WALLET_FROZEN', 409],
  ['NOT_ALLOWED', 409],
  ['INVALID_PARAMS', 409],
  ['UNAVAILABLE', 503],
  ['INTERNAL', 503],
])('the link of a notice that is refused with %s gets %i', async (refused, status) => {
  code = refused
  const response = await fetch(`${site.url}/notice`, {
    method: 'POST',
    headers: { origin: site.publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${'a'.repeat(43)}`,
  })
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message: 'Not now.' } }])
})
