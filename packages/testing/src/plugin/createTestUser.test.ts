import { expect, test } from 'vitest'
import { createTestUser } from './createTestUser.js'

test('says what it was last told to say', async () => {
  const { ask, controls } = createTestUser()
  expect(await ask()).toBe(true)
  controls.reject()
  expect(await ask()).toBe(false)
  controls.approve()
  expect(await ask()).toBe(true)
})

test('lets prompts stay open until all are released, with yes', async () => {
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
