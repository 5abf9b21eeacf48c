import { expect, test, vi } from 'vitest'
import { TimedOutError } from '../errors/connection.js'
import { AbortedError } from '../errors/LatchkeyError.js'
import { joinPrompts } from './joinPrompts.js'

function setUp() {
  const prompts: { resolve(accounts: string): void; reject(cause: Error): void }[] = []
  const open = vi.fn(() => new Promise<string>((resolve, reject) => void prompts.push({ resolve, reject })))
  const join = joinPrompts<string>()
  const attempt = () => {
    const controller = new AbortController()
    return { reply: join(open, controller.signal), abort: (reason: Error) => controller.abort(reason) }
  }
  return { prompts, open, attempt }
}

test('an attempt joins the open prompt, even if an earlier attempt was aborted', async () => {
  const { prompts, open, attempt } = setUp()
  attempt().abort(new AbortedError())
  const { reply } = attempt()
  prompts[0]?.resolve('accounts')
  await expect(reply).resolves.toBe('accounts')
  expect(open).toHaveBeenCalledTimes(1)
})

test('an attempt opens another prompt after a reply and after a rejection', async () => {
  const { prompts, open, attempt } = setUp()
  const first = attempt()
  prompts[0]?.resolve('accounts')
  await first.reply
  const second = attempt()
  prompts[1]?.reject(new Error('declined'))
  await expect(second.reply).rejects.toThrow('declined')
  attempt()
  expect(open).toHaveBeenCalledTimes(3)
})

test('an attempt opens another prompt after an earlier attempt has timed out', async () => {
  const { prompts, open, attempt } = setUp()
  attempt().abort(new TimedOutError())
  const { reply } = attempt()
  expect(open).toHaveBeenCalledTimes(2)
  prompts[1]?.resolve('accounts')
  await expect(reply).resolves.toBe('accounts')
})

test('a late reply to the prompt of a timed-out attempt leaves the newer prompt open', async () => {
  const { prompts, open, attempt } = setUp()
  const first = attempt()
  first.abort(new TimedOutError())
  attempt()
  prompts[0]?.resolve('late')
  await first.reply
  attempt()
  expect(open).toHaveBeenCalledTimes(2)
})
