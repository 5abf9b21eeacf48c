import { expect, test } from 'vitest'
import type { User } from '../../contracts/connector.js'
import { toUserName } from './state.js'

test.each<readonly [user: User | undefined, name: string | undefined]>([
  [{ username: 'alice0', socialProvider: 'discord' }, 'alice'],
  [{ username: 'alice00', socialProvider: 'discord' }, 'alice0'],
  [{ username: 'alice', socialProvider: 'discord' }, 'alice'],
  [{ username: '0', socialProvider: 'discord' }, ''],
  [{ username: 'alice0', socialProvider: 'github' }, 'alice0'],
  [{ username: 'alice0' }, 'alice0'],
  [{ email: 'alice0@example.org' }, undefined],
  [undefined, undefined],
])('[S5.5] removes the trailing 0 of Discord names, and keeps other names unchanged: %j', (user, name) => {
  expect(toUserName(user)).toBe(name)
})
