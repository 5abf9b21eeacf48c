import field from '../../primitives/EmailField/EmailField.css'
import intro from '../../primitives/MailIntro/MailIntro.css'
import otp from '../../primitives/OtpField/OtpField.css'
import resend from '../../primitives/Resend/Resend.css'

/** Of the steps that wait for a mail, or take what it says. */
export const mailStyles: string = field + intro + otp + resend
