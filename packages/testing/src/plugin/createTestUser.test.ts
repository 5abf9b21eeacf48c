import { expect, test } from 'vitest'
import { createTestUser } from './createTestUser.js'

test('approves by default, and then responds as it was last set to', async () => {
  const { ask, controls } = createTestUser()
  expect(await ask()).toBe(true)
  controls.reject()
  expect(await ask()).toBe(false)
  controls.approve()
  expect(await ask()).toBe(true)
})

test('keeps prompts open until they are released, which approves them all', async () => {
  const { ask, controls } = createTestUser()
  controls.hang()
  const answers: boolean[] = []
  const asked = [ask(), ask()].map(async (answer) => answers.push(await answer))
  await new Promise((resolve) => setTimeout(resolve))
  expect(answers).toEqual([])
  controls.release()
  await Promise.all(asked)
  expect(answers).toEqual([true, true])
  expect(await ask()).toBe(true)
})
