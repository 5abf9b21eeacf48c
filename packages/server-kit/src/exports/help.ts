export { printHelp } from '../help.js'
