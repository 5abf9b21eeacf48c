import type { Env } from '@latchkey/core'
import { EmailCooldownError } from '@latchkey/core/plugin'
import type { FrameReply, FrameUser } from '../../protocol/messages.js'
import { clearLogin, type FrameMemory, getChainIds, setLastChain } from '../../storage/frameMemory.js'
import { frameTimeouts } from '../frameClient.js'

export type Success = Extract<FrameReply, { readonly kind: 'success' }>

/** Stores the login data of a reply. [S4.32] [S4.33] */
export function storeReply(memory: FrameMemory, env: Pick<Env, 'now'>, reply: Pick<Success, 'name' | 'payload'>): void {
  const { name, payload } = reply as Success
  switch (name) {
    case 'CONNECT_EMAIL':
    case 'UPDATE_EMAIL':
      storeEmailTime(memory, env)
      break
    case 'CONNECT_SOCIAL':
    case 'CONNECT_TOKEN':
    case 'CONNECT_GUEST':
      if (payload.userName) memory.set('username', payload.userName)
      // the new login has no name, so the stored one is outdated
      else if (payload.userName === null) memory.delete('username')
      storeUser(memory, payload)
      break
    case 'GET_USER':
      storeUser(memory, payload)
      break
    case 'CONNECT_FARCASTER':
    case 'CONNECT_PHONE_OTP':
      memory.set('username', payload.userName)
      break
    case 'UPDATE_EMAIL_SECONDARY_OTP':
      storeLogin(memory, payload.newEmail)
      break
    case 'ADD_LOGIN':
      storeLogin(memory, payload.email)
      memory.delete('guest')
      break
    case 'GET_CHAIN_ID':
    case 'SWITCH_NETWORK':
      setLastChain(memory, payload.chainId)
      break
    case 'GET_SMART_ACCOUNT_ENABLED_NETWORKS':
      memory.set('smartAccountNetworks', payload.smartAccountEnabledNetworks.join(','))
      break
    case 'IS_CONNECTED':
      if (payload.isConnected) break
      clearLogin(memory)
      memory.delete('sessionToken')
      break
    default:
  }
}

function storeUser(memory: FrameMemory, { email, chainId, smartAccountDeployed, isGuest }: FrameUser): void {
  // a guest may have added a login since
  if (isGuest) memory.set('guest', 'true')
  else memory.delete('guest')
  // a social login may have no email, so the stored one is outdated
  if (email === null) memory.delete('email')
  storeLogin(memory, email)
  setLastChain(memory, chainId)
  // a deployed account stays deployed
  const deployed = getChainIds(memory, 'smartAccounts')
  if (smartAccountDeployed && !deployed.includes(Number(chainId)))
    memory.set('smartAccounts', [...deployed, chainId].join(','))
}

function storeLogin(memory: FrameMemory, email: string | null | undefined): void {
  if (email) memory.set('email', email)
  memory.set('emailLoginUsed', 'true')
  memory.delete('lastLogin')
}

/** Throws `EMAIL_COOLDOWN` within 30 seconds of the last email. [S5.2] [S9.1] */
export function assertCooledDown(memory: FrameMemory, env: Pick<Env, 'now'>): void {
  const left = Number(memory.get('lastLogin') ?? Number.NaN) + frameTimeouts.cooldown - env.now()
  // a time in the future means that the clock was wrong
  if (left > 0 && left <= frameTimeouts.cooldown) throw new EmailCooldownError({ retryAfter: Math.ceil(left / 1_000) })
}

/** Stores the time at which an email was requested. */
export function storeEmailTime(memory: FrameMemory, env: Pick<Env, 'now'>): void {
  memory.set('lastLogin', String(env.now()))
}
