import { expectTypeOf, test } from 'vitest'
import type { AccountState } from '../controllers/account/account.js'
import type { Connection, ConnectionState } from '../controllers/connection/state.js'
import type { ModalState } from '../modal/modal.js'
import type { Account, AccountType, LoginAccountType } from './account.js'
import type { User } from './connector.js'

type Role = 'role' | 'roles' | 'permission' | 'permissions' | 'isAdmin' | 'isOwner' | 'group' | 'groups'

test('[S6.1] the state has no roles: of a user it has only the login and accounts', () => {
  expectTypeOf<keyof User>().toEqualTypeOf<'email' | 'username' | 'socialProvider' | 'isGuest'>()
  expectTypeOf<keyof Account>().toEqualTypeOf<'namespace' | 'address' | 'custody' | 'type' | 'publicKey' | 'path'>()
  expectTypeOf<Extract<keyof AccountState | keyof Connection | keyof ModalState, Role>>().toEqualTypeOf<never>()
})

test('[S6.1] accounts differ only by connection and by type: EOA or smart account', () => {
  expectTypeOf<AccountState['isConnected']>().toEqualTypeOf<boolean>()
  expectTypeOf<Extract<ConnectionState, { readonly connection: Connection }>['status']>().toEqualTypeOf<'connected'>()
  // no account is connected while a wallet is being asked
  expectTypeOf<Exclude<ConnectionState['status'], 'connecting'>>().toEqualTypeOf<'connected' | 'disconnected'>()
  expectTypeOf<LoginAccountType>().toEqualTypeOf<'eoa' | 'smartAccount'>()
  // the others are kinds of Bitcoin address, all of them derived from the user's own key
  expectTypeOf<Exclude<AccountType, 'payment' | 'ordinal'>>().toEqualTypeOf<LoginAccountType>()
})
