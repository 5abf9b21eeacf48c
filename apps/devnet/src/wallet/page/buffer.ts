// what the wallet's library takes for a global
export { Buffer } from 'buffer'
