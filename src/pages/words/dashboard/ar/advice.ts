import type { adviceEnglish } from '../en/advice.ts';

const unknownResult =
  'النتيجة غير معروفة، ولا يعني ذلك الفشل. تحقّق من وجود عملية الدفع قبل أن تحاول من جديد.';
const codeAgain = 'اطلب الرمز من الزبون مرة أخرى: أحدث رمز موجود في الهاتف.';
const failsAlways = 'رقم الاختبار هذا يفشل دائمًا، فاستخدم رقمًا آخر.';

export const adviceArabic: typeof adviceEnglish = {
  fault: 'سبب هذا الرد عطل مفعَّل. احذف العطل، أو لا ترسل ترويسته.',
  unexpected: 'خطأ داخلي في البيئة التجريبية، وتبيّن خطوات القرار ما فشل.',
  codes: {
    UNAUTHORIZED:
      'أرسل `Authorization: Bearer <access token>` و`X-API-KEY` للحساب نفسه، وتأكد من أن الحساب معتمد.',
    DENIED_ACCESS_GATEWAY: 'اسمح للحساب باستخدام هذه البوابة.',
    FORBIDDEN_IP_ADDRESS: 'أضف عنوان المصدر إلى القائمة البيضاء للحساب، أو أوقف القائمة.',
    MISSING_PARAMETER: 'اضبط هذه البوابة للحساب.',
    INVALID_INPUTS: 'صحّح الحقول التي يسمّيها الرد، وأرسلها حقولَ نموذجٍ في متن الطلب.',
    BACKEND_ERROR: unknownResult,
    MAINTENANCE_MODE: 'أوقف وضع الصيانة. وفي تطبيقك، حاول لاحقًا عند وصول هذا الكود.',
    TEST_MODE_NOT_SUPPORTED: 'استخدم رمز التشغيل الفعلي، أو فعّل وضع الاختبار للبوابة في الحساب.',
    TOO_MAY_REQUESTS: 'انتظر المدة المذكورة في `Retry-After`، أو ارفع الحد.',
    INVALID_AMOUNT_FORMAT:
      'أرسل أرقامًا لاتينية بمنزلتين عشريتين على الأكثر بعد النقطة: 500 أو 10.5 أو 10.50.',
    AMOUNT_NOT_ALLOWED: 'أرسل مبلغًا أكبر من صفر.',
    AMOUNT_EXCEEDED_MAXIMUM: 'أرسل مبلغًا أصغر: الحد في وضع الاختبار أدنى منه في التشغيل الفعلي.',
    CURRENCY_NOT_SUPPORTED: 'أعد عملة الحساب لهذه البوابة إلى العملة التي تقبلها البوابة.',
    SANDBOX_TRANSACTION_LIMIT_EXCEEDED: 'انتظر حتى تنتهي الفترة، أو ارفع الحد.',
    INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: failsAlways,
    NOT_SUBSCRIBED: failsAlways,
    INVLIAD_OTP: codeAgain,
    CONFIRMATION_ERROR: codeAgain,
    OTP_EXPIRED: 'أرسل طلب `verify` من جديد للحصول على رمز جديد.',
    INVALID_INVOICE_AMOUNT_OR_NUMBER: 'أكّد المبلغ نفسه الذي أُرسل في طلب `verify`.',
    INSUFFICIENT_BALANCE: 'اقترح على الزبون وسيلة دفع أخرى. رمز الاختبار هذا يفشل دائمًا.',
    PHONE_NUMBER_IS_LOCKED:
      'أُدخل رمز خاطئ مرات كثيرة. أرسل طلب `verify` من جديد لبدء عملية جديدة: العملية وحدها مقفلة لا الرقم.',
    DUPLICATED_INVOICE_NUMBER: 'أعطِ كل عملية دفع رقم `invoice_no` خاصًا بها.',
    OTP_WAIT_BEFORE_RESNED: 'انتظر المدة المذكورة في `Retry-After` قبل طلب `verify` التالي.',
    INVALID_MOBILE_NUMBER: 'اطلب من الزبون رقم هاتف آخر.',
    EMPTY_MOBILE_NUMBER: 'اطلب من الزبون رقم هاتفه.',
    CHECK_BANK_ACCOUNT: 'اطلب من الزبون مراجعة مصرفه، أو الدفع بوسيلة أخرى.',
    BACKEND_SERVER_ERROR: unknownResult,
    INVALID_AMOUNT: 'أرسل مبلغًا مثل 500 أو 10.5 أو 10.50.',
    NOT_ALLOWED_AMOUNT: 'أرسل مبلغًا تقبله وسيلة الدفع هذه.',
    AUTH_ERROR: 'تحقّق من رمز الوصول ومفتاح الواجهة البرمجية.',
    ADD_PAYMENT_ERROR: unknownResult,
    INVALID_MERCHANT_CATEGORY: 'اطلب من مزوّد الخدمة تفعيل وسيلة الدفع هذه لحسابك.',
    UNAUTHORIZED_MERCHANT_ACCOUNT: 'اطلب من مزوّد الخدمة التصريح لحسابك بوسيلة الدفع هذه.',
    INVALID_GATEWAY: 'استخدم إحدى بوابات حسابك.',
    SECRET_KEY_DOES_NOT_EXIST: 'أنشئ مفتاحًا سريًا للحساب.',
    REFERENCE_NUMBER_DOES_NOT_EXIST: 'أرسل الرقم المرجعي لعملية دفع موجودة.',
  },
  checks: {
    size: 'أرسل متنًا أصغر: 64 كيلوبايت على الأكثر.',
    route: (example) => `استخدم إحدى البوابات، مثل \`${example}\`، بهذه الكتابة تمامًا.`,
    method: 'أرسل الطلب بطريقة `POST`.',
    https: 'أرسل الطلب عبر `HTTPS` (الخيار `--https`)، أو أوقف الإعداد `strict`.',
  },
  links: {
    account: 'الحساب',
    faults: 'الأعطال',
    inbox: 'الهاتف',
    magic: 'القيم الخاصة',
    setting: 'الإعداد المسؤول عن ذلك',
  },
};
