import { Buffer } from 'buffer'

// what the wallet's library takes for a global
Object.assign(globalThis, { Buffer })
