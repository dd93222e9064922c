-- Where the business is and through whom money moves: provinces, districts and banks. They are facts of the state and of NAPAS, so they come
-- with the program; their numbers are the General Statistics Office's, so that they mean the same in every other system.

-- The division that was in force from 01/03/2025 until 30/06/2025: 63 provinces and 696 districts, which contracts and addresses still name.
-- Districts are gone since 01/07/2025 (resolution 202/2025/QH15); `province_now` names which of today's 34 provinces a place belongs to.
create table province (
  province_id   integer primary key,
  kind          text not null check (kind in ('Thành phố', 'Tỉnh')),
  province_name text not null unique,
  province_now  text not null references province (province_name),
  search        text not null generated always as (vn_fold(province_name)) stored
);
insert into province (province_id, kind, province_name, province_now) values
  (1, 'Thành phố', 'Hà Nội', 'Hà Nội'), (2, 'Tỉnh', 'Hà Giang', 'Tuyên Quang'), (4, 'Tỉnh', 'Cao Bằng', 'Cao Bằng'),
  (6, 'Tỉnh', 'Bắc Kạn', 'Thái Nguyên'), (8, 'Tỉnh', 'Tuyên Quang', 'Tuyên Quang'), (10, 'Tỉnh', 'Lào Cai', 'Lào Cai'),
  (11, 'Tỉnh', 'Điện Biên', 'Điện Biên'), (12, 'Tỉnh', 'Lai Châu', 'Lai Châu'), (14, 'Tỉnh', 'Sơn La', 'Sơn La'),
  (15, 'Tỉnh', 'Yên Bái', 'Lào Cai'), (17, 'Tỉnh', 'Hòa Bình', 'Phú Thọ'), (19, 'Tỉnh', 'Thái Nguyên', 'Thái Nguyên'),
  (20, 'Tỉnh', 'Lạng Sơn', 'Lạng Sơn'), (22, 'Tỉnh', 'Quảng Ninh', 'Quảng Ninh'), (24, 'Tỉnh', 'Bắc Giang', 'Bắc Ninh'),
  (25, 'Tỉnh', 'Phú Thọ', 'Phú Thọ'), (26, 'Tỉnh', 'Vĩnh Phúc', 'Phú Thọ'), (27, 'Tỉnh', 'Bắc Ninh', 'Bắc Ninh'),
  (30, 'Tỉnh', 'Hải Dương', 'Hải Phòng'), (31, 'Thành phố', 'Hải Phòng', 'Hải Phòng'), (33, 'Tỉnh', 'Hưng Yên', 'Hưng Yên'),
  (34, 'Tỉnh', 'Thái Bình', 'Hưng Yên'), (35, 'Tỉnh', 'Hà Nam', 'Ninh Bình'), (36, 'Tỉnh', 'Nam Định', 'Ninh Bình'),
  (37, 'Tỉnh', 'Ninh Bình', 'Ninh Bình'), (38, 'Tỉnh', 'Thanh Hóa', 'Thanh Hóa'), (40, 'Tỉnh', 'Nghệ An', 'Nghệ An'),
  (42, 'Tỉnh', 'Hà Tĩnh', 'Hà Tĩnh'), (44, 'Tỉnh', 'Quảng Bình', 'Quảng Trị'), (45, 'Tỉnh', 'Quảng Trị', 'Quảng Trị'),
  (46, 'Thành phố', 'Huế', 'Huế'), (48, 'Thành phố', 'Đà Nẵng', 'Đà Nẵng'), (49, 'Tỉnh', 'Quảng Nam', 'Đà Nẵng'),
  (51, 'Tỉnh', 'Quảng Ngãi', 'Quảng Ngãi'), (52, 'Tỉnh', 'Bình Định', 'Gia Lai'), (54, 'Tỉnh', 'Phú Yên', 'Đắk Lắk'),
  (56, 'Tỉnh', 'Khánh Hòa', 'Khánh Hòa'), (58, 'Tỉnh', 'Ninh Thuận', 'Khánh Hòa'), (60, 'Tỉnh', 'Bình Thuận', 'Lâm Đồng'),
  (62, 'Tỉnh', 'Kon Tum', 'Quảng Ngãi'), (64, 'Tỉnh', 'Gia Lai', 'Gia Lai'), (66, 'Tỉnh', 'Đắk Lắk', 'Đắk Lắk'),
  (67, 'Tỉnh', 'Đắk Nông', 'Lâm Đồng'), (68, 'Tỉnh', 'Lâm Đồng', 'Lâm Đồng'), (70, 'Tỉnh', 'Bình Phước', 'Đồng Nai'),
  (72, 'Tỉnh', 'Tây Ninh', 'Tây Ninh'), (74, 'Tỉnh', 'Bình Dương', 'Hồ Chí Minh'), (75, 'Tỉnh', 'Đồng Nai', 'Đồng Nai'),
  (77, 'Tỉnh', 'Bà Rịa - Vũng Tàu', 'Hồ Chí Minh'), (79, 'Thành phố', 'Hồ Chí Minh', 'Hồ Chí Minh'), (80, 'Tỉnh', 'Long An', 'Tây Ninh'),
  (82, 'Tỉnh', 'Tiền Giang', 'Đồng Tháp'), (83, 'Tỉnh', 'Bến Tre', 'Vĩnh Long'), (84, 'Tỉnh', 'Trà Vinh', 'Vĩnh Long'),
  (86, 'Tỉnh', 'Vĩnh Long', 'Vĩnh Long'), (87, 'Tỉnh', 'Đồng Tháp', 'Đồng Tháp'), (89, 'Tỉnh', 'An Giang', 'An Giang'),
  (91, 'Tỉnh', 'Kiên Giang', 'An Giang'), (92, 'Thành phố', 'Cần Thơ', 'Cần Thơ'), (93, 'Tỉnh', 'Hậu Giang', 'Cần Thơ'),
  (94, 'Tỉnh', 'Sóc Trăng', 'Cần Thơ'), (95, 'Tỉnh', 'Bạc Liêu', 'Cà Mau'), (96, 'Tỉnh', 'Cà Mau', 'Cà Mau');
create trigger audited after insert or update or delete on province for each row execute function audit_row('province_id');

-- Vietnamese order in which 'Quận 2' comes before 'Quận 10'.
create collation vietnamese_numbered (provider = icu, locale = 'vi-u-kn-true');

-- The kind belongs to the name: Hồng Ngự is a city and a district of one province, and '1' alone is no name.
create table district (
  district_id   integer primary key,
  province_id   integer not null references province,
  kind          text not null check (kind in ('Quận', 'Huyện', 'Thị xã', 'Thành phố')),
  own_name      text not null,
  district_name text not null collate vietnamese_numbered generated always as (kind || ' ' || own_name) stored,
  search        text not null generated always as (vn_fold(kind || ' ' || own_name)) stored,
  unique (province_id, district_id),
  unique (province_id, district_name)
);
insert into district (district_id, province_id, kind, own_name) values
  -- Hà Nội
  (1, 1, 'Quận', 'Ba Đình'), (2, 1, 'Quận', 'Hoàn Kiếm'), (3, 1, 'Quận', 'Tây Hồ'), (4, 1, 'Quận', 'Long Biên'),
  (5, 1, 'Quận', 'Cầu Giấy'), (6, 1, 'Quận', 'Đống Đa'), (7, 1, 'Quận', 'Hai Bà Trưng'), (8, 1, 'Quận', 'Hoàng Mai'),
  (9, 1, 'Quận', 'Thanh Xuân'), (16, 1, 'Huyện', 'Sóc Sơn'), (17, 1, 'Huyện', 'Đông Anh'), (18, 1, 'Huyện', 'Gia Lâm'),
  (19, 1, 'Quận', 'Nam Từ Liêm'), (20, 1, 'Huyện', 'Thanh Trì'), (21, 1, 'Quận', 'Bắc Từ Liêm'), (250, 1, 'Huyện', 'Mê Linh'),
  (268, 1, 'Quận', 'Hà Đông'), (269, 1, 'Thị xã', 'Sơn Tây'), (271, 1, 'Huyện', 'Ba Vì'), (272, 1, 'Huyện', 'Phúc Thọ'),
  (273, 1, 'Huyện', 'Đan Phượng'), (274, 1, 'Huyện', 'Hoài Đức'), (275, 1, 'Huyện', 'Quốc Oai'), (276, 1, 'Huyện', 'Thạch Thất'),
  (277, 1, 'Huyện', 'Chương Mỹ'), (278, 1, 'Huyện', 'Thanh Oai'), (279, 1, 'Huyện', 'Thường Tín'), (280, 1, 'Huyện', 'Phú Xuyên'),
  (281, 1, 'Huyện', 'Ứng Hòa'), (282, 1, 'Huyện', 'Mỹ Đức'),
  -- Hà Giang
  (24, 2, 'Thành phố', 'Hà Giang'), (26, 2, 'Huyện', 'Đồng Văn'), (27, 2, 'Huyện', 'Mèo Vạc'), (28, 2, 'Huyện', 'Yên Minh'),
  (29, 2, 'Huyện', 'Quản Bạ'), (30, 2, 'Huyện', 'Vị Xuyên'), (31, 2, 'Huyện', 'Bắc Mê'), (32, 2, 'Huyện', 'Hoàng Su Phì'),
  (33, 2, 'Huyện', 'Xín Mần'), (34, 2, 'Huyện', 'Bắc Quang'), (35, 2, 'Huyện', 'Quang Bình'),
  -- Cao Bằng
  (40, 4, 'Thành phố', 'Cao Bằng'), (42, 4, 'Huyện', 'Bảo Lâm'), (43, 4, 'Huyện', 'Bảo Lạc'), (45, 4, 'Huyện', 'Hà Quảng'),
  (47, 4, 'Huyện', 'Trùng Khánh'), (48, 4, 'Huyện', 'Hạ Lang'), (49, 4, 'Huyện', 'Quảng Hòa'), (51, 4, 'Huyện', 'Hòa An'),
  (52, 4, 'Huyện', 'Nguyên Bình'), (53, 4, 'Huyện', 'Thạch An'),
  -- Bắc Kạn
  (58, 6, 'Thành phố', 'Bắc Kạn'), (60, 6, 'Huyện', 'Pác Nặm'), (61, 6, 'Huyện', 'Ba Bể'), (62, 6, 'Huyện', 'Ngân Sơn'),
  (63, 6, 'Huyện', 'Bạch Thông'), (64, 6, 'Huyện', 'Chợ Đồn'), (65, 6, 'Huyện', 'Chợ Mới'), (66, 6, 'Huyện', 'Na Rì'),
  -- Tuyên Quang
  (70, 8, 'Thành phố', 'Tuyên Quang'), (71, 8, 'Huyện', 'Lâm Bình'), (72, 8, 'Huyện', 'Na Hang'), (73, 8, 'Huyện', 'Chiêm Hóa'),
  (74, 8, 'Huyện', 'Hàm Yên'), (75, 8, 'Huyện', 'Yên Sơn'), (76, 8, 'Huyện', 'Sơn Dương'),
  -- Lào Cai
  (80, 10, 'Thành phố', 'Lào Cai'), (82, 10, 'Huyện', 'Bát Xát'), (83, 10, 'Huyện', 'Mường Khương'), (84, 10, 'Huyện', 'Si Ma Cai'),
  (85, 10, 'Huyện', 'Bắc Hà'), (86, 10, 'Huyện', 'Bảo Thắng'), (87, 10, 'Huyện', 'Bảo Yên'), (88, 10, 'Thị xã', 'Sa Pa'),
  (89, 10, 'Huyện', 'Văn Bàn'),
  -- Điện Biên
  (94, 11, 'Thành phố', 'Điện Biên Phủ'), (95, 11, 'Thị xã', 'Mường Lay'), (96, 11, 'Huyện', 'Mường Nhé'), (97, 11, 'Huyện', 'Mường Chà'),
  (98, 11, 'Huyện', 'Tủa Chùa'), (99, 11, 'Huyện', 'Tuần Giáo'), (100, 11, 'Huyện', 'Điện Biên'), (101, 11, 'Huyện', 'Điện Biên Đông'),
  (102, 11, 'Huyện', 'Mường Ảng'), (103, 11, 'Huyện', 'Nậm Pồ'),
  -- Lai Châu
  (105, 12, 'Thành phố', 'Lai Châu'), (106, 12, 'Huyện', 'Tam Đường'), (107, 12, 'Huyện', 'Mường Tè'), (108, 12, 'Huyện', 'Sìn Hồ'),
  (109, 12, 'Huyện', 'Phong Thổ'), (110, 12, 'Huyện', 'Than Uyên'), (111, 12, 'Huyện', 'Tân Uyên'), (112, 12, 'Huyện', 'Nậm Nhùn'),
  -- Sơn La
  (116, 14, 'Thành phố', 'Sơn La'), (118, 14, 'Huyện', 'Quỳnh Nhai'), (119, 14, 'Huyện', 'Thuận Châu'), (120, 14, 'Huyện', 'Mường La'),
  (121, 14, 'Huyện', 'Bắc Yên'), (122, 14, 'Huyện', 'Phù Yên'), (123, 14, 'Thị xã', 'Mộc Châu'), (124, 14, 'Huyện', 'Yên Châu'),
  (125, 14, 'Huyện', 'Mai Sơn'), (126, 14, 'Huyện', 'Sông Mã'), (127, 14, 'Huyện', 'Sốp Cộp'), (128, 14, 'Huyện', 'Vân Hồ'),
  -- Yên Bái
  (132, 15, 'Thành phố', 'Yên Bái'), (133, 15, 'Thị xã', 'Nghĩa Lộ'), (135, 15, 'Huyện', 'Lục Yên'), (136, 15, 'Huyện', 'Văn Yên'),
  (137, 15, 'Huyện', 'Mù Căng Chải'), (138, 15, 'Huyện', 'Trấn Yên'), (139, 15, 'Huyện', 'Trạm Tấu'), (140, 15, 'Huyện', 'Văn Chấn'),
  (141, 15, 'Huyện', 'Yên Bình'),
  -- Hòa Bình
  (148, 17, 'Thành phố', 'Hòa Bình'), (150, 17, 'Huyện', 'Đà Bắc'), (152, 17, 'Huyện', 'Lương Sơn'), (153, 17, 'Huyện', 'Kim Bôi'),
  (154, 17, 'Huyện', 'Cao Phong'), (155, 17, 'Huyện', 'Tân Lạc'), (156, 17, 'Huyện', 'Mai Châu'), (157, 17, 'Huyện', 'Lạc Sơn'),
  (158, 17, 'Huyện', 'Yên Thủy'), (159, 17, 'Huyện', 'Lạc Thủy'),
  -- Thái Nguyên
  (164, 19, 'Thành phố', 'Thái Nguyên'), (165, 19, 'Thành phố', 'Sông Công'), (167, 19, 'Huyện', 'Định Hóa'),
  (168, 19, 'Huyện', 'Phú Lương'), (169, 19, 'Huyện', 'Đồng Hỷ'), (170, 19, 'Huyện', 'Võ Nhai'), (171, 19, 'Huyện', 'Đại Từ'),
  (172, 19, 'Thành phố', 'Phổ Yên'), (173, 19, 'Huyện', 'Phú Bình'),
  -- Lạng Sơn
  (178, 20, 'Thành phố', 'Lạng Sơn'), (180, 20, 'Huyện', 'Tràng Định'), (181, 20, 'Huyện', 'Bình Gia'), (182, 20, 'Huyện', 'Văn Lãng'),
  (183, 20, 'Huyện', 'Cao Lộc'), (184, 20, 'Huyện', 'Văn Quan'), (185, 20, 'Huyện', 'Bắc Sơn'), (186, 20, 'Huyện', 'Hữu Lũng'),
  (187, 20, 'Huyện', 'Chi Lăng'), (188, 20, 'Huyện', 'Lộc Bình'), (189, 20, 'Huyện', 'Đình Lập'),
  -- Quảng Ninh
  (193, 22, 'Thành phố', 'Hạ Long'), (194, 22, 'Thành phố', 'Móng Cái'), (195, 22, 'Thành phố', 'Cẩm Phả'),
  (196, 22, 'Thành phố', 'Uông Bí'), (198, 22, 'Huyện', 'Bình Liêu'), (199, 22, 'Huyện', 'Tiên Yên'), (200, 22, 'Huyện', 'Đầm Hà'),
  (201, 22, 'Huyện', 'Hải Hà'), (202, 22, 'Huyện', 'Ba Chẽ'), (203, 22, 'Huyện', 'Vân Đồn'), (205, 22, 'Thành phố', 'Đông Triều'),
  (206, 22, 'Thị xã', 'Quảng Yên'), (207, 22, 'Huyện', 'Cô Tô'),
  -- Bắc Giang
  (213, 24, 'Thành phố', 'Bắc Giang'), (215, 24, 'Huyện', 'Yên Thế'), (216, 24, 'Huyện', 'Tân Yên'), (217, 24, 'Huyện', 'Lạng Giang'),
  (218, 24, 'Huyện', 'Lục Nam'), (219, 24, 'Huyện', 'Lục Ngạn'), (220, 24, 'Huyện', 'Sơn Động'), (222, 24, 'Thị xã', 'Việt Yên'),
  (223, 24, 'Huyện', 'Hiệp Hòa'), (224, 24, 'Thị xã', 'Chũ'),
  -- Phú Thọ
  (227, 25, 'Thành phố', 'Việt Trì'), (228, 25, 'Thị xã', 'Phú Thọ'), (230, 25, 'Huyện', 'Đoan Hùng'), (231, 25, 'Huyện', 'Hạ Hòa'),
  (232, 25, 'Huyện', 'Thanh Ba'), (233, 25, 'Huyện', 'Phù Ninh'), (234, 25, 'Huyện', 'Yên Lập'), (235, 25, 'Huyện', 'Cẩm Khê'),
  (236, 25, 'Huyện', 'Tam Nông'), (237, 25, 'Huyện', 'Lâm Thao'), (238, 25, 'Huyện', 'Thanh Sơn'), (239, 25, 'Huyện', 'Thanh Thủy'),
  (240, 25, 'Huyện', 'Tân Sơn'),
  -- Vĩnh Phúc
  (243, 26, 'Thành phố', 'Vĩnh Yên'), (244, 26, 'Thành phố', 'Phúc Yên'), (246, 26, 'Huyện', 'Lập Thạch'),
  (247, 26, 'Huyện', 'Tam Dương'), (248, 26, 'Huyện', 'Tam Đảo'), (249, 26, 'Huyện', 'Bình Xuyên'), (251, 26, 'Huyện', 'Yên Lạc'),
  (252, 26, 'Huyện', 'Vĩnh Tường'), (253, 26, 'Huyện', 'Sông Lô'),
  -- Bắc Ninh
  (256, 27, 'Thành phố', 'Bắc Ninh'), (258, 27, 'Huyện', 'Yên Phong'), (259, 27, 'Thị xã', 'Quế Võ'), (260, 27, 'Huyện', 'Tiên Du'),
  (261, 27, 'Thành phố', 'Từ Sơn'), (262, 27, 'Thị xã', 'Thuận Thành'), (263, 27, 'Huyện', 'Gia Bình'), (264, 27, 'Huyện', 'Lương Tài'),
  -- Hải Dương
  (288, 30, 'Thành phố', 'Hải Dương'), (290, 30, 'Thành phố', 'Chí Linh'), (291, 30, 'Huyện', 'Nam Sách'),
  (292, 30, 'Thị xã', 'Kinh Môn'), (293, 30, 'Huyện', 'Kim Thành'), (294, 30, 'Huyện', 'Thanh Hà'), (295, 30, 'Huyện', 'Cẩm Giàng'),
  (296, 30, 'Huyện', 'Bình Giang'), (297, 30, 'Huyện', 'Gia Lộc'), (298, 30, 'Huyện', 'Tứ Kỳ'), (299, 30, 'Huyện', 'Ninh Giang'),
  (300, 30, 'Huyện', 'Thanh Miện'),
  -- Hải Phòng
  (303, 31, 'Quận', 'Hồng Bàng'), (304, 31, 'Quận', 'Ngô Quyền'), (305, 31, 'Quận', 'Lê Chân'), (306, 31, 'Quận', 'Hải An'),
  (307, 31, 'Quận', 'Kiến An'), (308, 31, 'Quận', 'Đồ Sơn'), (309, 31, 'Quận', 'Dương Kinh'), (311, 31, 'Thành phố', 'Thủy Nguyên'),
  (312, 31, 'Quận', 'An Dương'), (313, 31, 'Huyện', 'An Lão'), (314, 31, 'Huyện', 'Kiến Thụy'), (315, 31, 'Huyện', 'Tiên Lãng'),
  (316, 31, 'Huyện', 'Vĩnh Bảo'), (317, 31, 'Huyện', 'Cát Hải'), (318, 31, 'Huyện', 'Bạch Long Vĩ'),
  -- Hưng Yên
  (323, 33, 'Thành phố', 'Hưng Yên'), (325, 33, 'Huyện', 'Văn Lâm'), (326, 33, 'Huyện', 'Văn Giang'), (327, 33, 'Huyện', 'Yên Mỹ'),
  (328, 33, 'Thị xã', 'Mỹ Hào'), (329, 33, 'Huyện', 'Ân Thi'), (330, 33, 'Huyện', 'Khoái Châu'), (331, 33, 'Huyện', 'Kim Động'),
  (332, 33, 'Huyện', 'Tiên Lữ'), (333, 33, 'Huyện', 'Phù Cừ'),
  -- Thái Bình
  (336, 34, 'Thành phố', 'Thái Bình'), (338, 34, 'Huyện', 'Quỳnh Phụ'), (339, 34, 'Huyện', 'Hưng Hà'), (340, 34, 'Huyện', 'Đông Hưng'),
  (341, 34, 'Huyện', 'Thái Thụy'), (342, 34, 'Huyện', 'Tiền Hải'), (343, 34, 'Huyện', 'Kiến Xương'), (344, 34, 'Huyện', 'Vũ Thư'),
  -- Hà Nam
  (347, 35, 'Thành phố', 'Phủ Lý'), (349, 35, 'Thị xã', 'Duy Tiên'), (350, 35, 'Thị xã', 'Kim Bảng'), (351, 35, 'Huyện', 'Thanh Liêm'),
  (352, 35, 'Huyện', 'Bình Lục'), (353, 35, 'Huyện', 'Lý Nhân'),
  -- Nam Định
  (356, 36, 'Thành phố', 'Nam Định'), (359, 36, 'Huyện', 'Vụ Bản'), (360, 36, 'Huyện', 'Ý Yên'), (361, 36, 'Huyện', 'Nghĩa Hưng'),
  (362, 36, 'Huyện', 'Nam Trực'), (363, 36, 'Huyện', 'Trực Ninh'), (364, 36, 'Huyện', 'Xuân Trường'), (365, 36, 'Huyện', 'Giao Thủy'),
  (366, 36, 'Huyện', 'Hải Hậu'),
  -- Ninh Bình
  (370, 37, 'Thành phố', 'Tam Điệp'), (372, 37, 'Huyện', 'Nho Quan'), (373, 37, 'Huyện', 'Gia Viễn'), (374, 37, 'Thành phố', 'Hoa Lư'),
  (375, 37, 'Huyện', 'Yên Khánh'), (376, 37, 'Huyện', 'Kim Sơn'), (377, 37, 'Huyện', 'Yên Mô'),
  -- Thanh Hóa
  (380, 38, 'Thành phố', 'Thanh Hóa'), (381, 38, 'Thị xã', 'Bỉm Sơn'), (382, 38, 'Thành phố', 'Sầm Sơn'), (384, 38, 'Huyện', 'Mường Lát'),
  (385, 38, 'Huyện', 'Quan Hóa'), (386, 38, 'Huyện', 'Bá Thước'), (387, 38, 'Huyện', 'Quan Sơn'), (388, 38, 'Huyện', 'Lang Chánh'),
  (389, 38, 'Huyện', 'Ngọc Lặc'), (390, 38, 'Huyện', 'Cẩm Thủy'), (391, 38, 'Huyện', 'Thạch Thành'), (392, 38, 'Huyện', 'Hà Trung'),
  (393, 38, 'Huyện', 'Vĩnh Lộc'), (394, 38, 'Huyện', 'Yên Định'), (395, 38, 'Huyện', 'Thọ Xuân'), (396, 38, 'Huyện', 'Thường Xuân'),
  (397, 38, 'Huyện', 'Triệu Sơn'), (398, 38, 'Huyện', 'Thiệu Hóa'), (399, 38, 'Huyện', 'Hoằng Hóa'), (400, 38, 'Huyện', 'Hậu Lộc'),
  (401, 38, 'Huyện', 'Nga Sơn'), (402, 38, 'Huyện', 'Như Xuân'), (403, 38, 'Huyện', 'Như Thanh'), (404, 38, 'Huyện', 'Nông Cống'),
  (406, 38, 'Huyện', 'Quảng Xương'), (407, 38, 'Thị xã', 'Nghi Sơn'),
  -- Nghệ An
  (412, 40, 'Thành phố', 'Vinh'), (414, 40, 'Thị xã', 'Thái Hòa'), (415, 40, 'Huyện', 'Quế Phong'), (416, 40, 'Huyện', 'Quỳ Châu'),
  (417, 40, 'Huyện', 'Kỳ Sơn'), (418, 40, 'Huyện', 'Tương Dương'), (419, 40, 'Huyện', 'Nghĩa Đàn'), (420, 40, 'Huyện', 'Quỳ Hợp'),
  (421, 40, 'Huyện', 'Quỳnh Lưu'), (422, 40, 'Huyện', 'Con Cuông'), (423, 40, 'Huyện', 'Tân Kỳ'), (424, 40, 'Huyện', 'Anh Sơn'),
  (425, 40, 'Huyện', 'Diễn Châu'), (426, 40, 'Huyện', 'Yên Thành'), (427, 40, 'Huyện', 'Đô Lương'), (428, 40, 'Huyện', 'Thanh Chương'),
  (429, 40, 'Huyện', 'Nghi Lộc'), (430, 40, 'Huyện', 'Nam Đàn'), (431, 40, 'Huyện', 'Hưng Nguyên'), (432, 40, 'Thị xã', 'Hoàng Mai'),
  -- Hà Tĩnh
  (436, 42, 'Thành phố', 'Hà Tĩnh'), (437, 42, 'Thị xã', 'Hồng Lĩnh'), (439, 42, 'Huyện', 'Hương Sơn'), (440, 42, 'Huyện', 'Đức Thọ'),
  (441, 42, 'Huyện', 'Vũ Quang'), (442, 42, 'Huyện', 'Nghi Xuân'), (443, 42, 'Huyện', 'Can Lộc'), (444, 42, 'Huyện', 'Hương Khê'),
  (445, 42, 'Huyện', 'Thạch Hà'), (446, 42, 'Huyện', 'Cẩm Xuyên'), (447, 42, 'Huyện', 'Kỳ Anh'), (449, 42, 'Thị xã', 'Kỳ Anh'),
  -- Quảng Bình
  (450, 44, 'Thành phố', 'Đồng Hới'), (452, 44, 'Huyện', 'Minh Hóa'), (453, 44, 'Huyện', 'Tuyên Hóa'), (454, 44, 'Huyện', 'Quảng Trạch'),
  (455, 44, 'Huyện', 'Bố Trạch'), (456, 44, 'Huyện', 'Quảng Ninh'), (457, 44, 'Huyện', 'Lệ Thủy'), (458, 44, 'Thị xã', 'Ba Đồn'),
  -- Quảng Trị
  (461, 45, 'Thành phố', 'Đông Hà'), (462, 45, 'Thị xã', 'Quảng Trị'), (464, 45, 'Huyện', 'Vĩnh Linh'), (465, 45, 'Huyện', 'Hướng Hóa'),
  (466, 45, 'Huyện', 'Gio Linh'), (467, 45, 'Huyện', 'Đa Krông'), (468, 45, 'Huyện', 'Cam Lộ'), (469, 45, 'Huyện', 'Triệu Phong'),
  (470, 45, 'Huyện', 'Hải Lăng'), (471, 45, 'Huyện', 'Cồn Cỏ'),
  -- Huế
  (474, 46, 'Quận', 'Thuận Hóa'), (475, 46, 'Quận', 'Phú Xuân'), (476, 46, 'Thị xã', 'Phong Điền'), (477, 46, 'Huyện', 'Quảng Điền'),
  (478, 46, 'Huyện', 'Phú Vang'), (479, 46, 'Thị xã', 'Hương Thủy'), (480, 46, 'Thị xã', 'Hương Trà'), (481, 46, 'Huyện', 'A Lưới'),
  (482, 46, 'Huyện', 'Phú Lộc'),
  -- Đà Nẵng
  (490, 48, 'Quận', 'Liên Chiểu'), (491, 48, 'Quận', 'Thanh Khê'), (492, 48, 'Quận', 'Hải Châu'), (493, 48, 'Quận', 'Sơn Trà'),
  (494, 48, 'Quận', 'Ngũ Hành Sơn'), (495, 48, 'Quận', 'Cẩm Lệ'), (497, 48, 'Huyện', 'Hòa Vang'), (498, 48, 'Huyện', 'Hoàng Sa'),
  -- Quảng Nam
  (502, 49, 'Thành phố', 'Tam Kỳ'), (503, 49, 'Thành phố', 'Hội An'), (504, 49, 'Huyện', 'Tây Giang'), (505, 49, 'Huyện', 'Đông Giang'),
  (506, 49, 'Huyện', 'Đại Lộc'), (507, 49, 'Thị xã', 'Điện Bàn'), (508, 49, 'Huyện', 'Duy Xuyên'), (509, 49, 'Huyện', 'Quế Sơn'),
  (510, 49, 'Huyện', 'Nam Giang'), (511, 49, 'Huyện', 'Phước Sơn'), (512, 49, 'Huyện', 'Hiệp Đức'), (513, 49, 'Huyện', 'Thăng Bình'),
  (514, 49, 'Huyện', 'Tiên Phước'), (515, 49, 'Huyện', 'Bắc Trà My'), (516, 49, 'Huyện', 'Nam Trà My'), (517, 49, 'Huyện', 'Núi Thành'),
  (518, 49, 'Huyện', 'Phú Ninh'),
  -- Quảng Ngãi
  (522, 51, 'Thành phố', 'Quảng Ngãi'), (524, 51, 'Huyện', 'Bình Sơn'), (525, 51, 'Huyện', 'Trà Bồng'), (527, 51, 'Huyện', 'Sơn Tịnh'),
  (528, 51, 'Huyện', 'Tư Nghĩa'), (529, 51, 'Huyện', 'Sơn Hà'), (530, 51, 'Huyện', 'Sơn Tây'), (531, 51, 'Huyện', 'Minh Long'),
  (532, 51, 'Huyện', 'Nghĩa Hành'), (533, 51, 'Huyện', 'Mộ Đức'), (534, 51, 'Thị xã', 'Đức Phổ'), (535, 51, 'Huyện', 'Ba Tơ'),
  (536, 51, 'Huyện', 'Lý Sơn'),
  -- Bình Định
  (540, 52, 'Thành phố', 'Quy Nhơn'), (542, 52, 'Huyện', 'An Lão'), (543, 52, 'Thị xã', 'Hoài Nhơn'), (544, 52, 'Huyện', 'Hoài Ân'),
  (545, 52, 'Huyện', 'Phù Mỹ'), (546, 52, 'Huyện', 'Vĩnh Thạnh'), (547, 52, 'Huyện', 'Tây Sơn'), (548, 52, 'Huyện', 'Phù Cát'),
  (549, 52, 'Thị xã', 'An Nhơn'), (550, 52, 'Huyện', 'Tuy Phước'), (551, 52, 'Huyện', 'Vân Canh'),
  -- Phú Yên
  (555, 54, 'Thành phố', 'Tuy Hòa'), (557, 54, 'Thị xã', 'Sông Cầu'), (558, 54, 'Huyện', 'Đồng Xuân'), (559, 54, 'Huyện', 'Tuy An'),
  (560, 54, 'Huyện', 'Sơn Hòa'), (561, 54, 'Huyện', 'Sông Hinh'), (562, 54, 'Huyện', 'Tây Hòa'), (563, 54, 'Huyện', 'Phú Hòa'),
  (564, 54, 'Thị xã', 'Đông Hòa'),
  -- Khánh Hòa
  (568, 56, 'Thành phố', 'Nha Trang'), (569, 56, 'Thành phố', 'Cam Ranh'), (570, 56, 'Huyện', 'Cam Lâm'), (571, 56, 'Huyện', 'Vạn Ninh'),
  (572, 56, 'Thị xã', 'Ninh Hòa'), (573, 56, 'Huyện', 'Khánh Vĩnh'), (574, 56, 'Huyện', 'Diên Khánh'), (575, 56, 'Huyện', 'Khánh Sơn'),
  (576, 56, 'Huyện', 'Trường Sa'),
  -- Ninh Thuận
  (582, 58, 'Thành phố', 'Phan Rang - Tháp Chàm'), (584, 58, 'Huyện', 'Bác Ái'), (585, 58, 'Huyện', 'Ninh Sơn'),
  (586, 58, 'Huyện', 'Ninh Hải'), (587, 58, 'Huyện', 'Ninh Phước'), (588, 58, 'Huyện', 'Thuận Bắc'), (589, 58, 'Huyện', 'Thuận Nam'),
  -- Bình Thuận
  (593, 60, 'Thành phố', 'Phan Thiết'), (594, 60, 'Thị xã', 'La Gi'), (595, 60, 'Huyện', 'Tuy Phong'), (596, 60, 'Huyện', 'Bắc Bình'),
  (597, 60, 'Huyện', 'Hàm Thuận Bắc'), (598, 60, 'Huyện', 'Hàm Thuận Nam'), (599, 60, 'Huyện', 'Tánh Linh'),
  (600, 60, 'Huyện', 'Đức Linh'), (601, 60, 'Huyện', 'Hàm Tân'), (602, 60, 'Huyện', 'Phú Quý'),
  -- Kon Tum
  (608, 62, 'Thành phố', 'Kon Tum'), (610, 62, 'Huyện', 'Đắk Glei'), (611, 62, 'Huyện', 'Ngọc Hồi'), (612, 62, 'Huyện', 'Đắk Tô'),
  (613, 62, 'Huyện', 'Kon Plông'), (614, 62, 'Huyện', 'Kon Rẫy'), (615, 62, 'Huyện', 'Đắk Hà'), (616, 62, 'Huyện', 'Sa Thầy'),
  (617, 62, 'Huyện', 'Tu Mơ Rông'), (618, 62, 'Huyện', 'Ia H''Drai'),
  -- Gia Lai
  (622, 64, 'Thành phố', 'Pleiku'), (623, 64, 'Thị xã', 'An Khê'), (624, 64, 'Thị xã', 'Ayun Pa'), (625, 64, 'Huyện', 'KBang'),
  (626, 64, 'Huyện', 'Đăk Đoa'), (627, 64, 'Huyện', 'Chư Păh'), (628, 64, 'Huyện', 'Ia Grai'), (629, 64, 'Huyện', 'Mang Yang'),
  (630, 64, 'Huyện', 'Kông Chro'), (631, 64, 'Huyện', 'Đức Cơ'), (632, 64, 'Huyện', 'Chư Prông'), (633, 64, 'Huyện', 'Chư Sê'),
  (634, 64, 'Huyện', 'Đăk Pơ'), (635, 64, 'Huyện', 'Ia Pa'), (637, 64, 'Huyện', 'Krông Pa'), (638, 64, 'Huyện', 'Phú Thiện'),
  (639, 64, 'Huyện', 'Chư Pưh'),
  -- Đắk Lắk
  (643, 66, 'Thành phố', 'Buôn Ma Thuột'), (644, 66, 'Thị xã', 'Buôn Hồ'), (645, 66, 'Huyện', 'Ea H''leo'), (646, 66, 'Huyện', 'Ea Súp'),
  (647, 66, 'Huyện', 'Buôn Đôn'), (648, 66, 'Huyện', 'Cư M''gar'), (649, 66, 'Huyện', 'Krông Búk'), (650, 66, 'Huyện', 'Krông Năng'),
  (651, 66, 'Huyện', 'Ea Kar'), (652, 66, 'Huyện', 'M''Đrắk'), (653, 66, 'Huyện', 'Krông Bông'), (654, 66, 'Huyện', 'Krông Pắc'),
  (655, 66, 'Huyện', 'Krông Ana'), (656, 66, 'Huyện', 'Lắk'), (657, 66, 'Huyện', 'Cư Kuin'),
  -- Đắk Nông
  (660, 67, 'Thành phố', 'Gia Nghĩa'), (661, 67, 'Huyện', 'Đăk Glong'), (662, 67, 'Huyện', 'Cư Jút'), (663, 67, 'Huyện', 'Đắk Mil'),
  (664, 67, 'Huyện', 'Krông Nô'), (665, 67, 'Huyện', 'Đắk Song'), (666, 67, 'Huyện', 'Đắk R''Lấp'), (667, 67, 'Huyện', 'Tuy Đức'),
  -- Lâm Đồng
  (672, 68, 'Thành phố', 'Đà Lạt'), (673, 68, 'Thành phố', 'Bảo Lộc'), (674, 68, 'Huyện', 'Đam Rông'), (675, 68, 'Huyện', 'Lạc Dương'),
  (676, 68, 'Huyện', 'Lâm Hà'), (677, 68, 'Huyện', 'Đơn Dương'), (678, 68, 'Huyện', 'Đức Trọng'), (679, 68, 'Huyện', 'Di Linh'),
  (680, 68, 'Huyện', 'Bảo Lâm'), (682, 68, 'Huyện', 'Đạ Huoai'),
  -- Bình Phước
  (688, 70, 'Thị xã', 'Phước Long'), (689, 70, 'Thành phố', 'Đồng Xoài'), (690, 70, 'Thị xã', 'Bình Long'),
  (691, 70, 'Huyện', 'Bù Gia Mập'), (692, 70, 'Huyện', 'Lộc Ninh'), (693, 70, 'Huyện', 'Bù Đốp'), (694, 70, 'Huyện', 'Hớn Quản'),
  (695, 70, 'Huyện', 'Đồng Phú'), (696, 70, 'Huyện', 'Bù Đăng'), (697, 70, 'Thị xã', 'Chơn Thành'), (698, 70, 'Huyện', 'Phú Riềng'),
  -- Tây Ninh
  (703, 72, 'Thành phố', 'Tây Ninh'), (705, 72, 'Huyện', 'Tân Biên'), (706, 72, 'Huyện', 'Tân Châu'),
  (707, 72, 'Huyện', 'Dương Minh Châu'), (708, 72, 'Huyện', 'Châu Thành'), (709, 72, 'Thị xã', 'Hòa Thành'), (710, 72, 'Huyện', 'Gò Dầu'),
  (711, 72, 'Huyện', 'Bến Cầu'), (712, 72, 'Thị xã', 'Trảng Bàng'),
  -- Bình Dương
  (718, 74, 'Thành phố', 'Thủ Dầu Một'), (719, 74, 'Huyện', 'Bàu Bàng'), (720, 74, 'Huyện', 'Dầu Tiếng'),
  (721, 74, 'Thành phố', 'Bến Cát'), (722, 74, 'Huyện', 'Phú Giáo'), (723, 74, 'Thành phố', 'Tân Uyên'), (724, 74, 'Thành phố', 'Dĩ An'),
  (725, 74, 'Thành phố', 'Thuận An'), (726, 74, 'Huyện', 'Bắc Tân Uyên'),
  -- Đồng Nai
  (731, 75, 'Thành phố', 'Biên Hòa'), (732, 75, 'Thành phố', 'Long Khánh'), (734, 75, 'Huyện', 'Tân Phú'), (735, 75, 'Huyện', 'Vĩnh Cửu'),
  (736, 75, 'Huyện', 'Định Quán'), (737, 75, 'Huyện', 'Trảng Bom'), (738, 75, 'Huyện', 'Thống Nhất'), (739, 75, 'Huyện', 'Cẩm Mỹ'),
  (740, 75, 'Huyện', 'Long Thành'), (741, 75, 'Huyện', 'Xuân Lộc'), (742, 75, 'Huyện', 'Nhơn Trạch'),
  -- Bà Rịa - Vũng Tàu
  (747, 77, 'Thành phố', 'Vũng Tàu'), (748, 77, 'Thành phố', 'Bà Rịa'), (750, 77, 'Huyện', 'Châu Đức'), (751, 77, 'Huyện', 'Xuyên Mộc'),
  (753, 77, 'Huyện', 'Long Đất'), (754, 77, 'Thành phố', 'Phú Mỹ'), (755, 77, 'Huyện', 'Côn Đảo'),
  -- Hồ Chí Minh
  (760, 79, 'Quận', '1'), (761, 79, 'Quận', '12'), (764, 79, 'Quận', 'Gò Vấp'), (765, 79, 'Quận', 'Bình Thạnh'),
  (766, 79, 'Quận', 'Tân Bình'), (767, 79, 'Quận', 'Tân Phú'), (768, 79, 'Quận', 'Phú Nhuận'), (769, 79, 'Thành phố', 'Thủ Đức'),
  (770, 79, 'Quận', '3'), (771, 79, 'Quận', '10'), (772, 79, 'Quận', '11'), (773, 79, 'Quận', '4'), (774, 79, 'Quận', '5'),
  (775, 79, 'Quận', '6'), (776, 79, 'Quận', '8'), (777, 79, 'Quận', 'Bình Tân'), (778, 79, 'Quận', '7'), (783, 79, 'Huyện', 'Củ Chi'),
  (784, 79, 'Huyện', 'Hóc Môn'), (785, 79, 'Huyện', 'Bình Chánh'), (786, 79, 'Huyện', 'Nhà Bè'), (787, 79, 'Huyện', 'Cần Giờ'),
  -- Long An
  (794, 80, 'Thành phố', 'Tân An'), (795, 80, 'Thị xã', 'Kiến Tường'), (796, 80, 'Huyện', 'Tân Hưng'), (797, 80, 'Huyện', 'Vĩnh Hưng'),
  (798, 80, 'Huyện', 'Mộc Hóa'), (799, 80, 'Huyện', 'Tân Thạnh'), (800, 80, 'Huyện', 'Thạnh Hóa'), (801, 80, 'Huyện', 'Đức Huệ'),
  (802, 80, 'Huyện', 'Đức Hòa'), (803, 80, 'Huyện', 'Bến Lức'), (804, 80, 'Huyện', 'Thủ Thừa'), (805, 80, 'Huyện', 'Tân Trụ'),
  (806, 80, 'Huyện', 'Cần Đước'), (807, 80, 'Huyện', 'Cần Giuộc'), (808, 80, 'Huyện', 'Châu Thành'),
  -- Tiền Giang
  (815, 82, 'Thành phố', 'Mỹ Tho'), (816, 82, 'Thành phố', 'Gò Công'), (817, 82, 'Thị xã', 'Cai Lậy'), (818, 82, 'Huyện', 'Tân Phước'),
  (819, 82, 'Huyện', 'Cái Bè'), (820, 82, 'Huyện', 'Cai Lậy'), (821, 82, 'Huyện', 'Châu Thành'), (822, 82, 'Huyện', 'Chợ Gạo'),
  (823, 82, 'Huyện', 'Gò Công Tây'), (824, 82, 'Huyện', 'Gò Công Đông'), (825, 82, 'Huyện', 'Tân Phú Đông'),
  -- Bến Tre
  (829, 83, 'Thành phố', 'Bến Tre'), (831, 83, 'Huyện', 'Châu Thành'), (832, 83, 'Huyện', 'Chợ Lách'), (833, 83, 'Huyện', 'Mỏ Cày Nam'),
  (834, 83, 'Huyện', 'Giồng Trôm'), (835, 83, 'Huyện', 'Bình Đại'), (836, 83, 'Huyện', 'Ba Tri'), (837, 83, 'Huyện', 'Thạnh Phú'),
  (838, 83, 'Huyện', 'Mỏ Cày Bắc'),
  -- Trà Vinh
  (842, 84, 'Thành phố', 'Trà Vinh'), (844, 84, 'Huyện', 'Càng Long'), (845, 84, 'Huyện', 'Cầu Kè'), (846, 84, 'Huyện', 'Tiểu Cần'),
  (847, 84, 'Huyện', 'Châu Thành'), (848, 84, 'Huyện', 'Cầu Ngang'), (849, 84, 'Huyện', 'Trà Cú'), (850, 84, 'Huyện', 'Duyên Hải'),
  (851, 84, 'Thị xã', 'Duyên Hải'),
  -- Vĩnh Long
  (855, 86, 'Thành phố', 'Vĩnh Long'), (857, 86, 'Huyện', 'Long Hồ'), (858, 86, 'Huyện', 'Mang Thít'), (859, 86, 'Huyện', 'Vũng Liêm'),
  (860, 86, 'Huyện', 'Tam Bình'), (861, 86, 'Thị xã', 'Bình Minh'), (862, 86, 'Huyện', 'Trà Ôn'), (863, 86, 'Huyện', 'Bình Tân'),
  -- Đồng Tháp
  (866, 87, 'Thành phố', 'Cao Lãnh'), (867, 87, 'Thành phố', 'Sa Đéc'), (868, 87, 'Thành phố', 'Hồng Ngự'),
  (869, 87, 'Huyện', 'Tân Hồng'), (870, 87, 'Huyện', 'Hồng Ngự'), (871, 87, 'Huyện', 'Tam Nông'), (872, 87, 'Huyện', 'Tháp Mười'),
  (873, 87, 'Huyện', 'Cao Lãnh'), (874, 87, 'Huyện', 'Thanh Bình'), (875, 87, 'Huyện', 'Lấp Vò'), (876, 87, 'Huyện', 'Lai Vung'),
  (877, 87, 'Huyện', 'Châu Thành'),
  -- An Giang
  (883, 89, 'Thành phố', 'Long Xuyên'), (884, 89, 'Thành phố', 'Châu Đốc'), (886, 89, 'Huyện', 'An Phú'), (887, 89, 'Thị xã', 'Tân Châu'),
  (888, 89, 'Huyện', 'Phú Tân'), (889, 89, 'Huyện', 'Châu Phú'), (890, 89, 'Thị xã', 'Tịnh Biên'), (891, 89, 'Huyện', 'Tri Tôn'),
  (892, 89, 'Huyện', 'Châu Thành'), (893, 89, 'Huyện', 'Chợ Mới'), (894, 89, 'Huyện', 'Thoại Sơn'),
  -- Kiên Giang
  (899, 91, 'Thành phố', 'Rạch Giá'), (900, 91, 'Thành phố', 'Hà Tiên'), (902, 91, 'Huyện', 'Kiên Lương'), (903, 91, 'Huyện', 'Hòn Đất'),
  (904, 91, 'Huyện', 'Tân Hiệp'), (905, 91, 'Huyện', 'Châu Thành'), (906, 91, 'Huyện', 'Giồng Riềng'), (907, 91, 'Huyện', 'Gò Quao'),
  (908, 91, 'Huyện', 'An Biên'), (909, 91, 'Huyện', 'An Minh'), (910, 91, 'Huyện', 'Vĩnh Thuận'), (911, 91, 'Thành phố', 'Phú Quốc'),
  (912, 91, 'Huyện', 'Kiên Hải'), (913, 91, 'Huyện', 'U Minh Thượng'), (914, 91, 'Huyện', 'Giang Thành'),
  -- Cần Thơ
  (916, 92, 'Quận', 'Ninh Kiều'), (917, 92, 'Quận', 'Ô Môn'), (918, 92, 'Quận', 'Bình Thủy'), (919, 92, 'Quận', 'Cái Răng'),
  (923, 92, 'Quận', 'Thốt Nốt'), (924, 92, 'Huyện', 'Vĩnh Thạnh'), (925, 92, 'Huyện', 'Cờ Đỏ'), (926, 92, 'Huyện', 'Phong Điền'),
  (927, 92, 'Huyện', 'Thới Lai'),
  -- Hậu Giang
  (930, 93, 'Thành phố', 'Vị Thanh'), (931, 93, 'Thành phố', 'Ngã Bảy'), (932, 93, 'Huyện', 'Châu Thành A'),
  (933, 93, 'Huyện', 'Châu Thành'), (934, 93, 'Huyện', 'Phụng Hiệp'), (935, 93, 'Huyện', 'Vị Thủy'), (936, 93, 'Huyện', 'Long Mỹ'),
  (937, 93, 'Thị xã', 'Long Mỹ'),
  -- Sóc Trăng
  (941, 94, 'Thành phố', 'Sóc Trăng'), (942, 94, 'Huyện', 'Châu Thành'), (943, 94, 'Huyện', 'Kế Sách'), (944, 94, 'Huyện', 'Mỹ Tú'),
  (945, 94, 'Huyện', 'Cù Lao Dung'), (946, 94, 'Huyện', 'Long Phú'), (947, 94, 'Huyện', 'Mỹ Xuyên'), (948, 94, 'Thị xã', 'Ngã Năm'),
  (949, 94, 'Huyện', 'Thạnh Trị'), (950, 94, 'Thị xã', 'Vĩnh Châu'), (951, 94, 'Huyện', 'Trần Đề'),
  -- Bạc Liêu
  (954, 95, 'Thành phố', 'Bạc Liêu'), (956, 95, 'Huyện', 'Hồng Dân'), (957, 95, 'Huyện', 'Phước Long'), (958, 95, 'Huyện', 'Vĩnh Lợi'),
  (959, 95, 'Thị xã', 'Giá Rai'), (960, 95, 'Huyện', 'Đông Hải'), (961, 95, 'Huyện', 'Hòa Bình'),
  -- Cà Mau
  (964, 96, 'Thành phố', 'Cà Mau'), (966, 96, 'Huyện', 'U Minh'), (967, 96, 'Huyện', 'Thới Bình'), (968, 96, 'Huyện', 'Trần Văn Thời'),
  (969, 96, 'Huyện', 'Cái Nước'), (970, 96, 'Huyện', 'Đầm Dơi'), (971, 96, 'Huyện', 'Năm Căn'), (972, 96, 'Huyện', 'Phú Tân'),
  (973, 96, 'Huyện', 'Ngọc Hiển');
create trigger audited after insert or update or delete on district for each row execute function audit_row('district_id');

-- The members of NAPAS that can be paid by account number, e-wallets among them. `bank_code` and `bin` are those of VietQR;
-- `transfer_supported` says whether the bank's own app pays by scanning such a code, for any of them may be paid by one.
create table bank (
  bank_id            integer generated by default as identity primary key,
  bank_code          text not null unique,
  bin                text not null unique check (bin ~ '^\d{6}$'),
  short_name         text not null,
  bank_name          text not null,
  transfer_supported boolean not null,
  status             smallint not null default 1 check (status in (0, 1)),
  search             text not null generated always as (vn_fold(bank_code || ' ' || bin || ' ' || short_name || ' ' || bank_name)) stored
);
insert into bank (bank_code, bin, short_name, bank_name, transfer_supported) values
  ('ICB', '970415', 'VietinBank', 'Ngân hàng TMCP Công thương Việt Nam', true),
  ('VCB', '970436', 'Vietcombank', 'Ngân hàng TMCP Ngoại thương Việt Nam', true),
  ('BIDV', '970418', 'BIDV', 'Ngân hàng TMCP Đầu tư và Phát triển Việt Nam', true),
  ('VBA', '970405', 'Agribank', 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam', true),
  ('OCB', '970448', 'OCB', 'Ngân hàng TMCP Phương Đông', true),
  ('MB', '970422', 'MB Bank', 'Ngân hàng TMCP Quân đội', true),
  ('TCB', '970407', 'Techcombank', 'Ngân hàng TMCP Kỹ thương Việt Nam', true),
  ('ACB', '970416', 'ACB', 'Ngân hàng TMCP Á Châu', true),
  ('VPB', '970432', 'VPBank', 'Ngân hàng TMCP Việt Nam Thịnh Vượng', true),
  ('TPB', '970423', 'TPBank', 'Ngân hàng TMCP Tiên Phong', true),
  ('STB', '970403', 'Sacombank', 'Ngân hàng TMCP Sài Gòn Thương Tín', true),
  ('HDB', '970437', 'HDBank', 'Ngân hàng TMCP Phát triển Thành phố Hồ Chí Minh', true),
  ('VCCB', '970454', 'BVBank', 'Ngân hàng TMCP Bản Việt', true),
  ('SCB', '970429', 'SCB', 'Ngân hàng TMCP Sài Gòn', true),
  ('VIB', '970441', 'VIB', 'Ngân hàng TMCP Quốc tế Việt Nam', true),
  ('SHB', '970443', 'SHB', 'Ngân hàng TMCP Sài Gòn - Hà Nội', true),
  ('EIB', '970431', 'Eximbank', 'Ngân hàng TMCP Xuất Nhập khẩu Việt Nam', true),
  ('MSB', '970426', 'MSB', 'Ngân hàng TMCP Hàng Hải Việt Nam', true),
  ('CAKE', '546034', 'CAKE by VPBank', 'Ngân hàng số CAKE by VPBank - Ngân hàng TMCP Việt Nam Thịnh Vượng', true),
  ('UBANK', '546035', 'Ubank by VPBank', 'Ngân hàng số Ubank by VPBank - Ngân hàng TMCP Việt Nam Thịnh Vượng', true),
  ('VTLMONEY', '971005', 'Viettel Money', 'Tổng Công ty Dịch vụ số Viettel - Chi nhánh Tập đoàn Công nghiệp - Viễn thông Quân đội', true),
  ('TIMO', '963388', 'Timo', 'Ngân hàng số Timo - Ngân hàng TMCP Bản Việt', true),
  ('VNPTMONEY', '971011', 'VNPT Money', 'Trung tâm Dịch vụ tài chính số VNPT', true),
  ('MOMO', '971025', 'MoMo', 'Công ty Cổ phần Dịch vụ Di động Trực tuyến', true),
  ('SGICB', '970400', 'SaigonBank', 'Ngân hàng TMCP Sài Gòn Công Thương', true),
  ('BAB', '970409', 'Bac A Bank', 'Ngân hàng TMCP Bắc Á', true),
  ('PVDB', '971133', 'PVcomBank Pay', 'Ngân hàng số PVcomBank Pay - Ngân hàng TMCP Đại Chúng Việt Nam', true),
  ('PVCB', '970412', 'PVcomBank', 'Ngân hàng TMCP Đại Chúng Việt Nam', true),
  ('MBV', '970414', 'MBV', 'Ngân hàng TNHH MTV Việt Nam Hiện Đại', true),
  ('NCB', '970419', 'NCB', 'Ngân hàng TMCP Quốc Dân', true),
  ('SHBVN', '970424', 'Shinhan Bank', 'Ngân hàng TNHH MTV Shinhan Việt Nam', true),
  ('ABB', '970425', 'ABBANK', 'Ngân hàng TMCP An Bình', true),
  ('VAB', '970427', 'VietABank', 'Ngân hàng TMCP Việt Á', true),
  ('NAB', '970428', 'Nam A Bank', 'Ngân hàng TMCP Nam Á', true),
  ('PGB', '970430', 'PGBank', 'Ngân hàng TMCP Thịnh vượng và Phát triển', true),
  ('VIETBANK', '970433', 'VietBank', 'Ngân hàng TMCP Việt Nam Thương Tín', true),
  ('BVB', '970438', 'BAOVIET Bank', 'Ngân hàng TMCP Bảo Việt', true),
  ('SEAB', '970440', 'SeABank', 'Ngân hàng TMCP Đông Nam Á', true),
  ('COOPBANK', '970446', 'Co-opBank', 'Ngân hàng Hợp tác xã Việt Nam', true),
  ('LPB', '970449', 'LPBank', 'Ngân hàng TMCP Lộc Phát Việt Nam', true),
  ('KLB', '970452', 'KienlongBank', 'Ngân hàng TMCP Kiên Long', true),
  ('KBANK', '668888', 'KBank', 'Ngân hàng Đại chúng TNHH Kasikornbank - Chi nhánh Thành phố Hồ Chí Minh', true),
  ('LIOBANK', '963369', 'Liobank by OCB', 'Ngân hàng số Liobank - Ngân hàng TMCP Phương Đông', true),
  ('VIKKI', '970406', 'Vikki Bank', 'Ngân hàng TNHH MTV Số Vikki', true),
  ('MAFC', '977777', 'Mirae Asset Finance', 'Công ty Tài chính TNHH MTV Mirae Asset (Việt Nam)', false),
  ('KEBHANAHN', '970467', 'KEB Hana Hà Nội', 'Ngân hàng KEB Hana - Chi nhánh Hà Nội', false),
  ('KEBHANAHCM', '970466', 'KEB Hana TP. HCM', 'Ngân hàng KEB Hana - Chi nhánh Thành phố Hồ Chí Minh', false),
  ('CITIBANK', '533948', 'Citibank', 'Ngân hàng Citibank, N.A. - Chi nhánh Hà Nội', false),
  ('VBSP', '999888', 'VBSP', 'Ngân hàng Chính sách xã hội', false),
  ('CBB', '970444', 'VCBNeo', 'Ngân hàng Thương mại TNHH MTV Ngoại thương Công nghệ số', false),
  ('CIMB', '422589', 'CIMB', 'Ngân hàng TNHH MTV CIMB Việt Nam', false),
  ('DBS', '796500', 'DBS Bank', 'Ngân hàng DBS Bank Ltd. - Chi nhánh Thành phố Hồ Chí Minh', false),
  ('PBVN', '970439', 'Public Bank', 'Ngân hàng TNHH MTV Public Việt Nam', false),
  ('KBHCM', '970463', 'Kookmin TP. HCM', 'Ngân hàng Kookmin - Chi nhánh Thành phố Hồ Chí Minh', false),
  ('KBHN', '970462', 'Kookmin Hà Nội', 'Ngân hàng Kookmin - Chi nhánh Hà Nội', false),
  ('WVN', '970457', 'Woori Bank', 'Ngân hàng TNHH MTV Woori Việt Nam', false),
  ('VRB', '970421', 'VRB', 'Ngân hàng Liên doanh Việt - Nga', false),
  ('GPB', '970408', 'GPBank', 'Ngân hàng Thương mại TNHH MTV Kỷ Nguyên Thịnh Vượng', false),
  ('HLBVN', '970442', 'Hong Leong Bank', 'Ngân hàng TNHH MTV Hong Leong Việt Nam', false),
  ('HSBC', '458761', 'HSBC', 'Ngân hàng TNHH MTV HSBC (Việt Nam)', false),
  ('IBKHN', '970455', 'IBK Hà Nội', 'Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh Hà Nội', false),
  ('IBKHCM', '970456', 'IBK TP. HCM', 'Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh Thành phố Hồ Chí Minh', false),
  ('NHBHN', '801011', 'Nonghyup Hà Nội', 'Ngân hàng Nonghyup - Chi nhánh Hà Nội', false),
  ('UOB', '970458', 'UOB', 'Ngân hàng TNHH MTV United Overseas Bank (Việt Nam)', false),
  ('IVB', '970434', 'Indovina Bank', 'Ngân hàng TNHH Indovina', false),
  ('SCVN', '970410', 'Standard Chartered', 'Ngân hàng TNHH MTV Standard Chartered (Việt Nam)', false);
create trigger audited after insert or update or delete on bank for each row execute function audit_row('bank_id');
