export { followAdapter, reconnect } from './reconnect.js'
