import { Buffer } from 'buffer'

// the wallet's library expects this global
Object.assign(globalThis, { Buffer })
