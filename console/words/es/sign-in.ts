import type { signIn as english } from "../en/sign-in.ts"

export const signIn: typeof english = {
  title: "Iniciar sesión",
  email: "Correo",
  password: "Contraseña",
  code: "Código de su aplicación de autenticación",
  codeHint: "O uno de sus códigos de recuperación.",
  company: "Empresa",
  signIn: "Entrar",
  signingIn: "Entrando…",
  signOut: "Salir",
  wrong: "El correo o la contraseña no son correctos.",
  wrongCode: "El código no es correcto o ya se ha usado.",
  tooMany: "Demasiados intentos. Espere una hora o pida un enlace a un administrador.",
  forgotten: "¿Ha olvidado la contraseña? Un administrador de su empresa puede crearle un enlace.",
  ended: "Su sesión ha terminado. Entre para continuar.",
  byProvider: "Entrar con la cuenta de su empresa",
  companyWord: "Empresa",
  companyWordHint: "Su nombre en la dirección de reservas, como en …/harbour-heating.",
  refusals: {
    sign_in_not_begun: "Ese inicio de sesión es antiguo o empezó en otro lugar. Inténtelo de nuevo.",
    identity_not_proven:
      "No se ha podido confirmar la cuenta de su empresa. Inténtelo de nuevo o pregunte a un administrador.",
    identity_email_unverified:
      "Su correo no está verificado en la cuenta de su empresa. Pregunte a un administrador.",
    identity_unknown:
      "Nadie con el correo de esta cuenta trabaja aquí. Pida una invitación a un administrador.",
    identity_provider_not_set_up: "Ninguna empresa con este nombre entra así.",
    identity_provider_unavailable: "El acceso de su empresa no responde. Inténtelo en un momento.",
    rate_limited: "Demasiados intentos. Espere una hora.",
  },
  choosePassword: "Elija una contraseña",
  choosePasswordHint: "10 caracteres o más.",
  setPassword: "Guardar contraseña",
  passwordSet: "Su contraseña está guardada. Entre para continuar.",
  linkOver: "Este enlace ya se ha usado o es antiguo. Pida otro a un administrador.",
  linkIncomplete: "El enlace está incompleto. Ábralo otra vez o pida otro a un administrador.",
}
