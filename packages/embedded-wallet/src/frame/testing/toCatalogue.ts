import type { FrameReplies } from '../../protocol/messages.js'
import { framePrefix } from '../../protocol/names.js'

const user = { address: '0x6666666666666666666666666666666666666666', chainId: 666, email: 'eve@example.com' }

const replies: { readonly [name in keyof FrameReplies]: FrameReplies[name] } = {
  SYNC_DAPP_DATA: undefined,
  SYNC_THEME: undefined,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [666] },
  CONNECT_EMAIL: { action: 'CONNECT' },
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: undefined,
  CONNECT_PHONE: { phone: '+49 666', retryAfter: 0 },
  CONNECT_PHONE_OTP: { userName: '+49 666' },
  CONNECT_PASSKEY: undefined,
  GET_SOCIAL_REDIRECT_URI: { uri: 'https://evil.example/' },
  CONNECT_SOCIAL: { ...user, userName: 'eve' },
  GET_FARCASTER_URI: { url: 'https://evil.example/' },
  CONNECT_FARCASTER: { userName: 'eve' },
  CONNECT_TOKEN: user,
  CONNECT_GUEST: user,
  GET_USER: user,
  IS_CONNECTED: { isConnected: false },
  GET_CHAIN_ID: { chainId: 666 },
  SWITCH_NETWORK: { chainId: 666 },
  SET_PREFERRED_ACCOUNT: { type: 'smartAccount', address: user.address },
  INIT_SMART_ACCOUNT: { address: user.address, isDeployed: true },
  RPC_REQUEST: '0x666',
  RPC_ABORT: undefined,
  UPDATE_EMAIL: { action: 'VERIFY_SECONDARY_OTP' },
  UPDATE_EMAIL_PRIMARY_OTP: undefined,
  UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'eve@example.com' },
  ADD_LOGIN: { email: 'eve@example.com' },
  SIGN_OUT: undefined,
  RELOAD: undefined,
}

/** Every message that a frame can send, with replies to these ids, as an attacker would forge them. */
export function toCatalogue(ids: readonly string[]): readonly object[] {
  const answers = Object.entries(replies).flatMap(([name, payload]) =>
    ids.flatMap((id) => [
      { type: `${framePrefix}${name}_SUCCESS`, id, payload },
      { type: `${framePrefix}${name}_ERROR`, id, payload: { message: 'forged' } },
    ]),
  )
  return [
    { type: `${framePrefix}READY`, payload: {} },
    { type: `${framePrefix}READY`, payload: { version: 'latchkey/1' } },
    { type: `${framePrefix}SESSION_UPDATE`, payload: { token: 'forged' } },
    ...answers,
    { type: '@latchkey/PORT_OK' },
    { type: '@latchkey/ESCAPE' },
    { type: 'catalogue is over' },
  ]
}
