import type { Env } from '@latchkey/core'
import type { FrameReply } from '../../protocol/framePayloads.js'
import type { FrameUser } from '../../protocol/values.js'
import { clearLogin } from '../../storage/clearLogin.js'
import type { FrameMemory } from '../../storage/frameMemory.js'
import { setLastChain } from '../../storage/lastChain.js'
import { stampLogin } from '../../storage/loginStamp.js'

export type Success = Extract<FrameReply, { readonly kind: 'success' }>

/** Keeps what an answer says of the login. [S4.32] [S4.33] */
export function noteReply(memory: FrameMemory, env: Pick<Env, 'now'>, reply: Pick<Success, 'name' | 'payload'>): void {
  const { name, payload } = reply as Success
  switch (name) {
    case 'CONNECT_EMAIL':
    case 'UPDATE_EMAIL':
      stampLogin(memory, env)
      break
    case 'CONNECT_SOCIAL':
      if (payload.userName) memory.set('username', payload.userName)
      // one without a name: what was stored is of another login
      else if (payload.userName === null) memory.delete('username')
      noteUser(memory, payload)
      break
    case 'GET_USER':
      noteUser(memory, payload)
      break
    case 'CONNECT_FARCASTER':
      memory.set('username', payload.userName)
      break
    case 'UPDATE_EMAIL_SECONDARY_OTP':
      noteLogin(memory, payload.newEmail)
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

function noteUser(memory: FrameMemory, { email, chainId }: FrameUser): void {
  // a login at a provider may have none: what was stored is of another one
  if (email === null) memory.delete('email')
  noteLogin(memory, email)
  setLastChain(memory, chainId)
}

function noteLogin(memory: FrameMemory, email: string | null | undefined): void {
  if (email) memory.set('email', email)
  memory.set('emailLoginUsed', 'true')
  memory.delete('lastLogin')
}
