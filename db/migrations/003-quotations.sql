-- Who an admin is for customers: replies are signed with it (DA-8).
ALTER TABLE admins ADD COLUMN name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100);

ALTER TABLE admins ADD COLUMN role_en TEXT NOT NULL DEFAULT '' CHECK (length(role_en) <= 100);

ALTER TABLE admins ADD COLUMN role_el TEXT NOT NULL DEFAULT '' CHECK (length(role_el) <= 100);

ALTER TABLE admins ADD COLUMN phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20);
