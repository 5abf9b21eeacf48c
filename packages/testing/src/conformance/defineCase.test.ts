import { RpcError } from '@latchkey/core/plugin'
import { describe, expect, it } from 'vitest'
import { check } from './checks.js'
import { type CaseRun, defineCase, type Rig } from './defineCase.js'
import { need, runCase, runConformance } from './runConformance.js'

const text = { name: 'door: shuts', why: 'It is cold.', fix: 'Oil it.' }
const create = async (): Promise<Rig> => ({ destroy: () => undefined })
const run = (body: CaseRun<Rig>, subject = { create, timeout: 30 }): ReturnType<typeof runCase> =>
  runCase(defineCase(text, body), subject)

describe('a case', () => {
  it('passes if no check fails', async () => {
    expect(await run(async () => undefined)).toEqual({ name: 'door: shuts', outcome: 'passed' })
  })

  it('fails with the problem, why it matters and how to fix it', async () => {
    const { outcome, error } = await run(async () => check(false, 'The door is open.'))
    expect(outcome).toBe('failed')
    expect(error?.message).toBe('The door is open.\nWhy it matters: It is cold.\nHow to fix it: Oil it.')
    expect(error).not.toHaveProperty('cause')
  })

  it('describes the thrown error, and keeps it as the cause', async () => {
    const thrown = new RpcError(4001, 'USER_REJECTED')
    const { error } = await run((_, wait) => wait.settle('knock()', () => Promise.reject(thrown)))
    expect(error?.message).toMatch(/^knock\(\) failed with a LatchkeyError with the code USER_REJECTED\.\n/)
    expect(error?.cause).toBe(thrown)
  })

  it('fails if the subject throws something other than an Error', async () => {
    const { outcome, error } = await run(() => Promise.reject('mud'))
    expect(outcome).toBe('failed')
    expect(error?.message).toMatch(/^It threw "mud"\.\n/)
  })

  it('is not applicable if the subject lacks something, and then rejects when run directly', async () => {
    const body = async (): Promise<void> => need<void>(undefined, 'wallet.door')
    const reason = 'The subject has no wallet.door.'
    expect(await run(body)).toEqual({ name: 'door: shuts', outcome: 'not applicable', reason })
    await expect(defineCase(text, body).run({ create })).rejects.toThrow(reason)
  })

  it('gets its own rig, which is destroyed whatever the outcome', async () => {
    const log: string[] = []
    const subject = {
      create: async () => {
        log.push('up')
        return { destroy: () => void log.push('down') }
      },
    }
    const bodies: CaseRun<Rig>[] = [
      async () => void log.push('passes'),
      async () => check(false, 'fails'),
      async () => need<void>(undefined, 'door'),
    ]
    await runConformance(
      bodies.map((body) => defineCase(text, body)),
      subject,
    )
    expect(log).toEqual(['up', 'passes', 'down', 'up', 'down', 'up', 'down'])
  })

  it('fails if its rig cannot be created or destroyed', async () => {
    const broken = new Error('no room')
    const pass: CaseRun<Rig> = async () => undefined
    expect(await run(pass, { create: () => Promise.reject(broken), timeout: 30 })).toMatchObject({ error: broken })
    const stuck = async (): Promise<Rig> => ({ destroy: () => Promise.reject(broken) })
    expect(await run(pass, { create: stuck, timeout: 30 })).toMatchObject({ error: broken })
    const { error } = await run(async () => check(false, 'The door is open.'), { create: stuck, timeout: 30 })
    expect(error?.message).toContain('The door is open.')
  })
})

describe('waiting', () => {
  it.each<[string, CaseRun<Rig>]>([
    [
      'knock() did not end within 30 ms.',
      (_, wait) => wait.settle('knock()', () => new Promise<void>(() => undefined)),
    ],
    [
      'knock() did not reject within 10 ms.',
      async (_, wait) => void (await wait.reject('knock()', () => new Promise(() => undefined), 10)),
    ],
    [
      'knock() resolved with 5n, but should have rejected.',
      async (_, wait) => void (await wait.reject('knock()', async () => 5n)),
    ],
    ['knock() failed with Error: hollow.', (_, wait) => wait.settle('knock()', fall)],
    ['The knock: not within 30 ms.', (_, wait) => wait.until('The knock', () => false)],
  ])('fails with "%s"', async (message, body) => {
    const { error } = await run(body)
    expect(error?.message.split('\n')[0]).toBe(message)
  })

  it('treats a synchronous throw as a rejection', async () => {
    let reason: unknown
    await run(async (_, wait) => {
      reason = await wait.reject('knock()', fall)
    })
    expect(reason).toEqual(new Error('hollow'))
  })
})

function fall(): never {
  throw new Error('hollow')
}
