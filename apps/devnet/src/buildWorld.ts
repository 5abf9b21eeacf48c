import { ensureWorld } from './world/ensureWorld.js'

// the last part of this app's build: see package.json
await ensureWorld()
