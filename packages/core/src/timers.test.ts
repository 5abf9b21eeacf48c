import { expect, test } from 'vitest'
import { clearTimer, hasTimer, isCoolingDown, setTimer, startCooldown } from './modal/attempts.js'
import { internals } from './modal/modal.js'
import { createTestModal } from './testing/createTestModal.js'

test('a timer runs once, and is forgotten', async () => {
  const { modal, clock } = createTestModal()
  let runs = 0
  setTimer(modal, 'a', () => runs++, 100)
  expect(hasTimer(modal, 'a')).toBe(true)
  await clock.advance(100)
  await clock.advance(100)
  expect([runs, hasTimer(modal, 'a')]).toEqual([1, false])
})

test('a timer of the same name replaces the one before', async () => {
  const { modal, clock } = createTestModal()
  const runs: string[] = []
  setTimer(modal, 'a', () => runs.push('old'), 100)
  setTimer(modal, 'a', () => runs.push('new'), 100)
  await clock.advance(100)
  expect(runs).toEqual(['new'])
})

test('a timer that sets itself again is kept', async () => {
  const { modal, clock } = createTestModal()
  let runs = 0
  const run = (): void => {
    runs++
    setTimer(modal, 'a', run, 100)
  }
  setTimer(modal, 'a', run, 100)
  await clock.advance(300)
  expect([runs, hasTimer(modal, 'a')]).toEqual([3, true])
  clearTimer(modal, 'a')
  clearTimer(modal, 'a')
  expect(clock.pending()).toBe(0)
})

test('a cooldown ends when its time is over, and not before', async () => {
  const { modal, clock } = createTestModal()
  startCooldown(modal, 'a', 1000)
  await clock.advance(999)
  expect(isCoolingDown(modal, 'a')).toBe(true)
  await clock.advance(1)
  expect([isCoolingDown(modal, 'a'), isCoolingDown(modal, 'b')]).toEqual([false, false])
})

test('cooldowns that are over do not pile up', async () => {
  const { modal, clock } = createTestModal()
  for (let index = 0; index < 100; index++) {
    startCooldown(modal, `a${index}`, 10)
    await clock.advance(10)
  }
  startCooldown(modal, 'last', 10)
  expect(modal[internals].cooldowns.size).toBe(1)
})
