export { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '../node/programs.js'
