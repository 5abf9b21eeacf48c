export { getDistance } from '../distance.js'
