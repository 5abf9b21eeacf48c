import type { Cacao, SiwxMessageFields, SiwxSession } from '@latchkey/core'

const recap =
  'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3siY2hhaW5zIjpbImVpcDE1NToxIiwiZWlwMTU1OjEwIl19XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YSI6W3siY2hhaW5zIjpbImVpcDE1NToxIiwiZWlwMTU1OjEwIl19XSwicmVxdWVzdC9ldGhfc2lnblR5cGVkRGF0YV92NCI6W3siY2hhaW5zIjpbImVpcDE1NToxIiwiZWlwMTU1OjEwIl19XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbeyJjaGFpbnMiOlsiZWlwMTU1OjEiLCJlaXAxNTU6MTAiXX1dfX19'
const words =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'eth_signTypedData', 'eth_signTypedData_v4', 'personal_sign' for 'eip155'."

/** What an app requests from a wallet while it connects. */
export const asked: SiwxMessageFields = {
  domain: 'app.example:8443',
  accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 'eip155:10',
  statement: 'Sign in to the shop.',
  uri: 'https://app.example:8443/login',
  version: '1',
  nonce: 'k3J9sPq02LmZx8Vb',
  issuedAt: '2026-11-20T10:00:00.000Z',
  expirationTime: '2026-11-27T10:00:00.000Z',
  resources: ['https://app.example:8443/terms'],
}

/** WalletKit's output (`populateAuthPayload`, `formatMessage`, `buildAuthObject`), whose statement includes the ReCap. */
export const signed: SiwxSession & { readonly cacao: Cacao } = {
  data: asked,
  message: `app.example:8443 wants you to sign in with your Ethereum account:
0x70997970C51812dc3A010C7d01b50e0d17dc79C8

Sign in to the shop. ${words}

URI: https://app.example:8443/login
Version: 1
Chain ID: 10
Nonce: k3J9sPq02LmZx8Vb
Issued At: 2026-11-20T10:00:00.000Z
Expiration Time: 2026-11-27T10:00:00.000Z
Resources:
- https://app.example:8443/terms
- ${recap}`,
  signature: '0x12',
  cacao: {
    h: { t: 'caip122' },
    p: {
      iss: 'did:pkh:eip155:10:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      domain: 'app.example:8443',
      aud: 'https://app.example:8443/login',
      version: '1',
      nonce: 'k3J9sPq02LmZx8Vb',
      iat: '2026-11-20T10:00:00.000Z',
      statement: `Sign in to the shop. ${words}`,
      resources: ['https://app.example:8443/terms', recap],
      exp: '2026-11-27T10:00:00.000Z',
    },
    s: { t: 'eip191', s: '0x12' },
  },
}

export const recaps: { readonly resource: string; readonly words: string } = { resource: recap, words }
