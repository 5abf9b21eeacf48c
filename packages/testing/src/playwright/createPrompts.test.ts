import { expect, it, vi } from 'vitest'
import { createPrompts } from './createPrompts.js'

it('returns early and late prompts in order, and passes the decisions of the test to the wallets', async () => {
  const prompts = createPrompts<string>()
  const early = prompts.ask('early')
  const first = await prompts.next()
  const waiting = prompts.next()
  const late = prompts.ask('late')
  const second = await waiting
  expect([first.request, second.request]).toEqual(['early', 'late'])
  first.approve()
  second.reject()
  expect(await Promise.all([early, late])).toEqual([true, false])
})

it('rejects if no prompt appears before the timeout, or if the signal aborts', async () => {
  vi.useFakeTimers()
  try {
    const prompts = createPrompts()
    const missing = expect(prompts.next()).rejects.toThrow('No wallet showed a prompt within 10000 ms.')
    await vi.advanceTimersByTimeAsync(10_000)
    await missing
    const controller = new AbortController()
    const given = expect(prompts.next({ signal: controller.signal })).rejects.toThrow('enough')
    controller.abort(new Error('enough'))
    await given
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('declines open and later prompts once it is closed', async () => {
  const prompts = createPrompts()
  const open = prompts.ask('open')
  prompts.close()
  expect(await Promise.all([open, prompts.ask('later')])).toEqual([false, false])
})
