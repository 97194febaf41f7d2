/** An enquiry as a visitor would type it. */
export const typed = {
  full_name: 'Eleni Papadaki',
  email: 'eleni@practice.example',
  phone: '+30 210 000 0001',
  company: 'Practice (sample)',
  project: 'Office Spaces',
  message: 'A reception desk in oak.\nDelivery in March.',
  website: '',
};
