// What an embedded wallet says of its requests, loaded with the first connection of one.
export { refuseAction } from './refuseAction.js'
export { takeApproval } from './takeApproval.js'
