export { startConnect } from '@latchkey/core/controllers'
