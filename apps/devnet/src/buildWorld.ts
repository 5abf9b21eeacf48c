import { ensureWorld } from './world/ensureWorld.js'

// the second half of this app's build: see package.json
await ensureWorld()
