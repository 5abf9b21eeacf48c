import type { Account } from '../contracts/account.js'

export const alice: Account = {
  namespace: 'eip155',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  type: 'eoa',
}

export const bob: Account = {
  namespace: 'eip155',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  type: 'eoa',
}

export const sol: Account = {
  namespace: 'solana',
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  type: 'eoa',
}
