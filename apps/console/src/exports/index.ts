export {
  type InviteOptions,
  inviteOperator,
  type StartConsoleOptions,
  startConsole,
} from '../startConsole.js'
