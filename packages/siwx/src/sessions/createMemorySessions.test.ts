import { expect, test } from 'vitest'
import { createContext } from '../../test/createContext.js'
import { createStorage } from '../../test/createStorage.js'
import { toKept } from '../../test/keptSessions.js'
import { evm } from '../../test/messages.js'
import { createMemorySessions } from './createMemorySessions.js'

test('keeps sessions for this visit, and writes nothing', async () => {
  const storage = createStorage()
  const { context } = createContext({ storage })
  const sessions = createMemorySessions()(context)
  await sessions.add(toKept())
  expect(await sessions.get('eip155:1', evm.accountAddress)).toEqual([toKept()])
  expect(storage.entries.size).toBe(0)
  expect(await createMemorySessions()(context).get('eip155:1', evm.accountAddress)).toEqual([])
})

test('one opening knows nothing of another', async () => {
  const open = createMemorySessions()
  const [one, two] = [open(createContext().context), open(createContext().context)]
  await one.add(toKept())
  expect(await two.get('eip155:1', evm.accountAddress)).toEqual([])
})
